import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import type { SessionData } from './types';

/** The user's session. `guestToken` is not stored: a guest's access ends with the tab. */
export interface SessionState {
  data: SessionData;
  loginExpired: boolean;
  guestToken: string | null;
  /** The dialog for the mailed code is asked for. */
  isCodeAsked?: boolean;
  /** The page that somebody was led to sign in for; '' once the sign-in screen knows it. */
  wantedPage?: string;
}

export const noSession: SessionData = {
  accessToken: '',
  accessTokenExpiry: '',
  ownerId: '',
  authId: '',
  email: '',
  phone: '',
  avatar: '',
  name: '',
  username: '',
  accountType: 'client',
  isAuthenticated: false,
  onboardUsername: false,
  onboardProfile: false,
  requestAppointments: false,
  serviceProvider: false,
  autoVerification: 'unverified',
  manualVerification: 'unverified',
  fav_category: ['all'],
  fav_services: ['all'],
};

const initialState: SessionState = { data: noSession, loginExpired: false, guestToken: null };

const slice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    /** The user signed in, or the server sent a new session. Keys that it leaves out keep their value. */
    sessionGranted(state, { payload }: PayloadAction<Partial<SessionData>>) {
      state.data = { ...state.data, ...payload, isAuthenticated: true };
      state.loginExpired = false;
      state.guestToken = null;
    },
    /**
     * Part of the session changed (name, avatar, verification ...); the token stays the same. An answer that arrives after
     * the session ended changes nothing: without an account the session has its defaults (product.md 1.8).
     */
    sessionChanged(state, { payload }: PayloadAction<Partial<SessionData>>) {
      if (!state.data.isAuthenticated) return;
      const { accessToken, accessTokenExpiry, isAuthenticated } = state.data;
      state.data = { ...state.data, ...payload, accessToken, accessTokenExpiry, isAuthenticated };
    },
    tokenRefreshed(state, { payload }: PayloadAction<{ access_token: string; access_token_expiry: string }>) {
      if (!state.data.isAuthenticated) return;
      state.data.accessToken = payload.access_token;
      state.data.accessTokenExpiry = payload.access_token_expiry;
    },
    /**
     * Signed out, account deleted, or the login was ended elsewhere (`isEnded`), perhaps because it expired: back to the
     * defaults.
     */
    sessionCleared(state, { payload }: PayloadAction<{ expired: boolean; isEnded?: boolean }>) {
      state.data = noSession;
      state.guestToken = null;
      state.loginExpired = payload.expired || state.loginExpired;
    },
    loginExpiryRead(state) {
      state.loginExpired = false;
    },
    codeAsked(state, { payload }: PayloadAction<boolean>) {
      state.isCodeAsked = payload;
    },
    pageWanted(state, { payload }: PayloadAction<string>) {
      state.wantedPage = payload;
    },
    guestAdmitted(state, { payload }: PayloadAction<string | null>) {
      state.guestToken = payload;
    },
  },
  selectors: {
    selectSession: (state) => state.data,
    selectLoginExpired: (state) => state.loginExpired,
    selectGuestToken: (state) => state.guestToken,
    selectIsCodeAsked: (state) => state.isCodeAsked,
    selectWantedPage: (state) => state.wantedPage ?? '',
    selectBearer: (state) => state.data.accessToken || state.guestToken || '',
  },
});

export const sessionReducer = slice.reducer;
export const { sessionGranted, sessionChanged, tokenRefreshed, sessionCleared, loginExpiryRead, codeAsked, pageWanted, guestAdmitted } =
  slice.actions;
export const { selectSession, selectLoginExpired, selectGuestToken, selectIsCodeAsked, selectWantedPage, selectBearer } = slice.selectors;

/** The user's session; `isAuthenticated` is false for a guest. */
export const useSession = (): SessionData => useSelector((state: { session: SessionState }) => selectSession(state));
