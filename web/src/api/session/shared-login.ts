import { readStoredSession, type SessionStorage } from './storage';
import type { SessionData } from './types';

/**
 * The newest token of this login. Another tab may have refreshed it, and this one may not have heard of it yet: after a
 * minute, the replaced token would end the login (product.md 1.3).
 */
export function newestToken({ authId, accessToken, accessTokenExpiry }: SessionData, storage: SessionStorage | undefined): string {
  if (!storage) return accessToken;
  const { data: stored } = readStoredSession(storage, new Date());
  const isNewer = stored.authId === authId && stored.accessTokenExpiry > accessTokenExpiry;
  return isNewer ? stored.accessToken : accessToken;
}
