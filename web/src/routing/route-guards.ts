import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import { pageWanted, selectSession, type SessionData, type SessionState } from '@/api';
import type { Access } from './app-route';
import { paths, postSearch } from './paths';

/** Where to redirect a user who may not open the screen; null for users who may (product.md 2.1). */
function redirectTarget(access: Access, session: SessionData): string | null {
  if (access === 'anyone') return null;
  if (access === 'unauthenticated') return session.isAuthenticated ? paths.feed : null;
  if (!session.isAuthenticated) return paths.signIn;
  switch (access) {
    case 'provider':
      return session.serviceProvider ? null : paths.myProfile;
    case 'client':
      return session.serviceProvider ? paths.feed : null;
    case 'staff':
      return session.accountType === 'staff' ? null : paths.feed;
    case 'username_step':
      return session.onboardUsername ? paths.onboardServiceProvider : null;
    case 'profile_step':
      return session.onboardProfile ? paths.myAccount : null;
    case 'account':
      return null;
  }
}

/** The part of the app's store that a guard reads and writes. */
interface SessionStore {
  dispatch: (action: ReturnType<typeof pageWanted>) => unknown;
  getState: () => { session: SessionState };
}

/**
 * Builds the loader that guards a route: it passes or redirects. `elsewhere` overrides the redirect's target. Whoever is led
 * to sign in goes on to the route afterwards (product.md 2.1).
 */
export function guardLoader(store: SessionStore, access: Access, elsewhere?: string) {
  return ({ request }: LoaderFunctionArgs): Response | null => {
    const target = redirectTarget(access, selectSession(store.getState()));
    if (!target) return null;
    const { pathname, search, searchParams } = new URL(request.url);
    // Nobody signs in to sign out.
    const isWanted = target === paths.signIn && pathname !== paths.signOut;
    if (isWanted && !elsewhere) store.dispatch(pageWanted(pathname + search));
    // A signed-in user who follows a sign-in link for a post goes to the post.
    return redirect(elsewhere ?? (target === paths.feed ? target + postSearch(searchParams) : target));
  };
}
