import type { ListenerMiddlewareInstance, UnknownAction } from '@reduxjs/toolkit';
import { selectSession, sessionCleared, type DatedAnswers, type SessionState } from '@/api';
import { hasConnection, onConnectionChange } from '@/platform/connection';

interface State {
  session: SessionState;
}

interface Store {
  dispatch: (action: never) => unknown;
  getState: () => State;
}

async function erase(account: string, keepOutbox: boolean): Promise<void> {
  const { eraseForeign } = await import('@/offline');
  await eraseForeign(account, { keepOutbox });
}

async function tidy(account: string): Promise<void> {
  const { pruneAnswers } = await import('@/offline');
  await erase(account, account === '');
  await pruneAnswers(new Date());
}

/**
 * Keeps what is readable without a connection to the account that is signed in. Signing out, another account and the end of
 * a login erase it; so does the next start, should the page have been closed before. When the connection is back, what is
 * shown as it was last seen is fetched anew.
 */
export function guardOfflineAnswers(
  { startListening }: Pick<ListenerMiddlewareInstance<State>, 'startListening'>,
  store: Store,
  dated: DatedAnswers,
): void {
  const ignore = () => undefined;
  startListening({
    predicate: (action: UnknownAction, now, before) =>
      sessionCleared.match(action) || selectSession(now).ownerId !== selectSession(before).ownerId,
    effect: (action, { getState }) => {
      const hasEnded = sessionCleared.match(action) && action.payload.isEnded === true;
      void erase(selectSession(getState()).ownerId, hasEnded).catch(ignore);
    },
  });
  onConnectionChange(() => {
    if (hasConnection()) dated.refetch(store.dispatch);
  });
  void tidy(selectSession(store.getState()).ownerId).catch(ignore);
}
