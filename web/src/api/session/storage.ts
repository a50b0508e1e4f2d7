import { noSession, type SessionState } from './state';
import type { SessionData } from './types';

/** The names under which the session is stored in this browser (product.md 1.8). */
const keys = {
  session: 'session_data',
  token: 'access_token',
  expiry: 'access_token_expiry',
  expired: 'isLoginExpiry',
  /** The preferences of the next post. They are removed when another account signs in. */
  postOptions: 'post_option_data',
} as const;

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
export function readStoredSession(storage: Storage, now: Date): SessionState {
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

/** Stores the session in this browser, or removes it when nobody is signed in. */
export function writeStoredSession(storage: Storage, { data, loginExpired }: SessionState): void {
  if (data.isAuthenticated) {
    storage.setItem(keys.session, JSON.stringify(data));
    storage.setItem(keys.token, data.accessToken);
    storage.setItem(keys.expiry, data.accessTokenExpiry);
  } else {
    for (const key of [keys.session, keys.token, keys.expiry, keys.postOptions]) storage.removeItem(key);
  }
  if (loginExpired) storage.setItem(keys.expired, 'true');
  else storage.removeItem(keys.expired);
}
