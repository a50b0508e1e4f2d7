import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import { selectSession, type SessionData, type SessionState } from '@/api';
import type { Access } from './app-route';
import { paths, postSearch } from './paths';

/** Where somebody who may not see the screen is sent; null when they may. */
export function turnedAway(access: Access, session: SessionData): string | null {
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

/** The part of the app's store that a guard reads. */
interface SessionStore {
  getState: () => { session: SessionState };
}

/** A guard: the loader of a route, which lets through or redirects. `elsewhere` overrides where it sends people. */
export function guard(store: SessionStore, access: Access, elsewhere?: string) {
  return ({ request }: LoaderFunctionArgs): Response | null => {
    const target = turnedAway(access, selectSession(store.getState()));
    if (!target) return null;
    // Who is signed in already and follows a link to sign in for a post gets to the post.
    return redirect(elsewhere ?? (target === paths.feed ? target + postSearch(new URL(request.url).searchParams) : target));
  };
}
