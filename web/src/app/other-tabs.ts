import type { Dispatch } from '@reduxjs/toolkit';
import {
  readStoredSession,
  selectSession,
  sessionCleared,
  sessionGranted,
  tokenRefreshed,
  type SessionState,
  type SessionStorage,
} from '@/api';
import { deviceStorage } from '@/platform/site-data';

interface Store {
  dispatch: Dispatch;
  getState: () => { session: SessionState };
}

interface Surroundings {
  storage: SessionStorage;
  now: () => Date;
  onLoginOver: (place: 'sign_in' | 'home') => void;
}

/**
 * Follows what other tabs do with the login: takes a token that one has refreshed, and becomes the account that has signed in
 * in one, because the browser's cookie is of that login from then on (product.md 1.3).
 */
export function followOtherTabs({ dispatch, getState }: Store, { storage, now, onLoginOver }: Surroundings): void {
  if (typeof window === 'undefined' || storage !== deviceStorage) return;
  window.addEventListener('storage', () => {
    const own = selectSession(getState());
    if (!own.isAuthenticated) return;
    const { data: stored } = readStoredSession(storage, now());
    if (!stored.isAuthenticated) return;
    if (stored.authId === own.authId) {
      if (stored.accessTokenExpiry >= own.accessTokenExpiry && stored.accessToken !== own.accessToken)
        dispatch(tokenRefreshed({ access_token: stored.accessToken, access_token_expiry: stored.accessTokenExpiry }));
      return;
    }
    dispatch(sessionCleared({ expired: false }));
    dispatch(sessionGranted(stored));
    onLoginOver('home');
  });
}
