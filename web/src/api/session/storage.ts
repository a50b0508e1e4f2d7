import { tabStorage, type SiteData } from '@/platform/site-data';
import { noSession, type SessionState } from './state';
import type { SessionData } from './types';

/** Where the session is stored: the browser's storage, or that of the phone (platform/secure-storage.ts). */
export type SessionStorage = SiteData;

/** The names under which the session is stored on this device (product.md 1.8). */
const keys = {
  session: 'session_data',
  token: 'access_token',
  expiry: 'access_token_expiry',
  expired: 'isLoginExpiry',
} as const;

/** When the login was checked last, and by which tab (shared-login-check.ts). */
export const loginCheckKey = 'login_checked';

/** The options of the post that is being written in this tab. */
const postOptionsKey = 'post_option_data';

function parsed(text: string | null): Partial<SessionData> | null {
  if (!text) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Partial<SessionData>) : null;
  } catch {
    return null;
  }
}

/** The stored session; the defaults when there is none or its token has expired. */
export function readStoredSession(storage: SessionStorage, now: Date): SessionState {
  const loginExpired = storage.getItem(keys.expired) === 'true';
  const data = parsed(storage.getItem(keys.session));
  const accessToken = storage.getItem(keys.token) ?? '';
  const accessTokenExpiry = storage.getItem(keys.expiry) ?? '';
  if (!data || !accessToken) return { data: noSession, loginExpired, guestToken: null };
  if (Date.parse(accessTokenExpiry) <= now.getTime()) return { data: noSession, loginExpired: true, guestToken: null };
  return {
    data: { ...noSession, ...data, accessToken, accessTokenExpiry, isAuthenticated: true },
    loginExpired: false,
    guestToken: null,
  };
}

/** Stores the session, or removes it when nobody is signed in. */
export function writeStoredSession(storage: SessionStorage, { data, loginExpired }: SessionState): void {
  if (data.isAuthenticated) {
    storage.setItem(keys.session, JSON.stringify(data));
    storage.setItem(keys.token, data.accessToken);
    storage.setItem(keys.expiry, data.accessTokenExpiry);
  } else {
    for (const key of [keys.session, keys.token, keys.expiry, loginCheckKey]) storage.removeItem(key);
    tabStorage.removeItem(postOptionsKey);
  }
  if (loginExpired) storage.setItem(keys.expired, 'true');
  else storage.removeItem(keys.expired);
}

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
