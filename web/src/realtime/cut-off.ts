import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { openhoursApi, type SessionData } from '@/api';
import type { Live } from './connection';

type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

/** Signing out hangs up too, and is over within this time; what is left after it wants an explanation. In milliseconds. */
const pause = 1000;

/**
 * The server hangs up when a login is over: signed out elsewhere, suspended, or past its time. Asking whether
 * it holds ends the session here (422), or brings a fresh token to connect with again.
 */
export function mindCutOff(live: Live, dispatch: Dispatch, session: () => SessionData): void {
  live.on('disconnect', (reason) => {
    if (reason !== 'io server disconnect' || !session().isAuthenticated) return;
    const { ownerId } = session();
    setTimeout(() => void lookAgain(live, dispatch, () => session().ownerId === ownerId), pause);
  });
}

async function lookAgain(live: Live, dispatch: Dispatch, isSame: () => boolean): Promise<void> {
  if (!isSame()) return;
  const { data } = await dispatch(openhoursApi.endpoints.checkActiveLogin.initiate(undefined, { forceRefetch: true, subscribe: false }));
  if (data && isSame()) live.connect();
}
