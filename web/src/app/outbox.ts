import type { Dispatch, ListenerMiddlewareInstance, UnknownAction } from '@reduxjs/toolkit';
import {
  openhoursApi,
  outboxRead,
  selectSession,
  selectWaitingWrites,
  showUnsentBookmark,
  writeGone,
  writeKept,
  type OutboxState,
  type SessionState,
} from '@/api';
import { endWaiting } from '@/api/offline/shown-writes';
import { currentLanguage } from '@/i18n';
import type { Delivery, OutboxNews } from '@/offline';
import { hasConnection, onConnectionChange } from '@/platform/connection';
import { requestOutboxSync } from '@/platform/service-worker';

interface State {
  session: SessionState;
  outbox: OutboxState;
}

interface Store {
  dispatch: Dispatch;
  getState: () => State;
}

/** The pause before sending is tried again while there is a connection: the first one, and the longest. In milliseconds. */
const FIRST_PAUSE = 15_000;
const LONGEST_PAUSE = 300_000;

/** Shows what has arrived where it belongs. */
async function showDelivered({ write: { kind }, answer }: Delivery, dispatch: Dispatch): Promise<void> {
  const { data } = answer as { data: never };
  if (kind === 'message') {
    const { insertMessages } = await import('@/features/messages');
    insertMessages(dispatch, [(data as { message: never }).message]);
    dispatch(openhoursApi.util.invalidateTags(['Messages']) as UnknownAction);
  } else if (kind === 'comment') {
    const { commentAdded } = await import('@/api/comments');
    commentAdded(dispatch, (data as { comment_data: never }).comment_data);
  } else {
    dispatch(openhoursApi.util.invalidateTags(['Bookmarks']) as UnknownAction);
  }
}

/** Sends what waits, again after a pause when it could not be sent. */
function sending(store: Store) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = FIRST_PAUSE;
  return async function send(): Promise<void> {
    clearTimeout(timer);
    const { ownerId, accessToken } = selectSession(store.getState());
    if (!ownerId || !hasConnection() || !selectWaitingWrites(store.getState()).length) return;
    const { sendWaiting, storeSender } = await import('@/offline');
    const sender = { account: ownerId, token: accessToken, language: currentLanguage() };
    await storeSender(sender);
    const isDone = await sendWaiting(sender);
    pause = isDone ? FIRST_PAUSE : Math.min(pause * 2, LONGEST_PAUSE);
    if (!isDone) timer = setTimeout(() => void send(), pause);
  };
}

/** Brings the outbox of the signed-in account from the database into the state. */
async function readOutbox(store: Store): Promise<void> {
  const { waitingWrites } = await import('@/offline');
  const { ownerId } = selectSession(store.getState());
  const writes = ownerId ? await waitingWrites(ownerId) : [];
  if (selectSession(store.getState()).ownerId !== ownerId) return;
  const before = selectWaitingWrites(store.getState());
  store.dispatch(outboxRead(writes));
  // A refused or discarded bookmark is taken back where it is shown.
  for (const { key } of before) if (!writes.some((write) => write.key === key && !write.refusal)) endWaiting(key, false);
  for (const write of writes) if (write.kind === 'bookmark' && !write.refusal) showUnsentBookmark(store.dispatch, write);
}

async function hear(news: OutboxNews, store: Store, send: () => Promise<void>): Promise<void> {
  if (news.type === 'delivered' && news.delivery.write.account === selectSession(store.getState()).ownerId) {
    const { key } = news.delivery.write;
    await showDelivered(news.delivery, store.dispatch);
    endWaiting(key, true);
    store.dispatch(writeGone(key));
  } else {
    await readOutbox(store);
    // Something may be sent again.
    void send();
  }
}

/**
 * Sends what was written without a connection: at start, when the connection is back, and when something joins what waits.
 * Another tab or the service worker may do it as well; the database says what is left.
 */
export function sendOutbox({ startListening }: Pick<ListenerMiddlewareInstance<State>, 'startListening'>, store: Store): void {
  const send = sending(store);
  // A browser that stores nothing keeps no writes either.
  const ignore = () => undefined;
  async function start(): Promise<void> {
    const { onOutboxNews } = await import('@/offline');
    // One after the other, in the order in which they happened.
    let turn = Promise.resolve();
    onOutboxNews((news) => {
      turn = turn.then(() => hear(news, store, send)).catch(ignore);
    });
    await readOutbox(store);
    await send();
  }
  startListening({
    actionCreator: writeKept,
    effect: async (_action, { getState }) => {
      const { ownerId, accessToken } = selectSession(getState());
      const { storeSender } = await import('@/offline');
      await storeSender({ account: ownerId, token: accessToken, language: currentLanguage() }).catch(ignore);
      void requestOutboxSync();
      await send().catch(ignore);
    },
  });
  // The worker must never send a token that a newer one has replaced.
  startListening({
    predicate: (_action, now, before) => selectSession(now).accessToken !== selectSession(before).accessToken,
    effect: async (_action, { getState }) => {
      const { ownerId, accessToken } = selectSession(getState());
      if (!accessToken || !selectWaitingWrites(getState()).length) return;
      const { storeSender } = await import('@/offline');
      await storeSender({ account: ownerId, token: accessToken, language: currentLanguage() }).catch(ignore);
    },
  });
  startListening({
    predicate: (_action, now, before) => selectSession(now).ownerId !== selectSession(before).ownerId,
    effect: () => void readOutbox(store).then(send).catch(ignore),
  });
  onConnectionChange(() => void send().catch(ignore));
  void start().catch(ignore);
}
