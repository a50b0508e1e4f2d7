import type { Dispatch, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { openhoursApi, type SessionData } from '@/api';
import { deviceReading } from '@/platform/device';
import type { Live } from './events';

/** How long signing out may take, in milliseconds. It closes the socket too, and needs no login check. */
const pause = 1000;

/**
 * The server closes the socket when a login ends: signed out elsewhere, suspended, or expired. The app then checks the
 * login: the check ends the session here (422) or returns a fresh token to connect with.
 */
export function reconnectAfterCutOff(live: Live, dispatch: Dispatch, session: () => SessionData): void {
  live.on('disconnect', (reason) => {
    if (reason !== 'io server disconnect' || !session().isAuthenticated) return;
    const { ownerId } = session();
    setTimeout(
      () => void checkLogin(live, dispatch as ThunkDispatch<unknown, unknown, UnknownAction>, () => session().ownerId === ownerId),
      pause,
    );
  });
}

async function checkLogin(live: Live, dispatch: ThunkDispatch<unknown, unknown, UnknownAction>, isSame: () => boolean): Promise<void> {
  if (!isSame()) return;
  const { data } = await dispatch(
    openhoursApi.endpoints.checkActiveLogin.initiate(deviceReading(), { forceRefetch: true, subscribe: false }),
  );
  // An answer that comes after a sign-out is dropped with the rest of the API's state.
  if (data) live.connect();
}
