import { render } from '@testing-library/react';
import { noSession, writeStoredSession, type SessionData } from '@/api';
import { createApp } from '@/app/create-app';

/** A signed-in user; tests override what they are about. */
export const member: SessionData = {
  ...noSession,
  accessToken: 'token-of-the-test',
  accessTokenExpiry: '2999-01-01T00:00:00Z',
  ownerId: 'account-1',
  authId: 'auth-1',
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  isAuthenticated: true,
  autoVerification: 'verified',
};

export const provider: SessionData = {
  ...member,
  accountType: 'provider',
  serviceProvider: true,
  onboardUsername: true,
  onboardProfile: true,
  username: 'ada_lovelace',
};

/** Renders the whole app at an address, signed in as `session` or as a guest. */
export function renderAt(at: string, session?: SessionData) {
  if (session) writeStoredSession(localStorage, { data: session, loginExpired: false, guestToken: null });
  const app = createApp({ sockets: false, at });
  render(<app.App />);
  return { ...app, place: () => app.router.state.location.pathname + app.router.state.location.search };
}
