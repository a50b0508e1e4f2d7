import type { Dispatch as PlainDispatch, Middleware } from '@reduxjs/toolkit';
import { nanoid } from '@reduxjs/toolkit';
import { asFailure } from '../envelope';
import { showWhileWaiting } from '../offline/shown-writes';
import { api } from '../root-api';
import { selectSession, type SessionState } from '../session';
import { placesOf, type ShownAt } from './kinds';
import {
  isAnswered,
  overlayCleared,
  updateRecorded,
  updateSettled,
  updatesFor,
  type KnownUpdate,
  type Update,
  type WithOverlay,
} from './state';

type State = WithOverlay & { session: SessionState; api: ReturnType<typeof api.reducer> };
type Dispatch = (action: unknown) => { undo: () => void };

/** Stores how to revert an update whose write is under way, for each query that shows it. */
function revertsByAttempt() {
  const byAttempt = new Map<string, Map<string, () => void>>();
  return {
    add(attempt: string, query: string, undo: () => void): void {
      byAttempt.set(attempt, (byAttempt.get(attempt) ?? new Map<string, () => void>()).set(query, undo));
    },
    settled(attempt: string, confirmed: boolean): void {
      if (!confirmed) byAttempt.get(attempt)?.forEach((undo) => undo());
      byAttempt.delete(attempt);
    },
    forget: (): void => byAttempt.clear(),
  };
}

/** Shows an update in the cached answer of one query. */
function showIn(dispatch: Dispatch, update: KnownUpdate, endpoint: string, at: ShownAt): () => void {
  const place = placesOf(update.kind).get(endpoint);
  if (!place) return () => undefined;
  const change = (recipe: (answer: never) => void) =>
    dispatch(api.util.updateQueryData(endpoint as never, at.arg as never, recipe as never));
  let shown: unknown;
  const patch = change((answer) => {
    shown = place.show(answer, update as never, at);
  });
  const { revert } = place;
  return revert ? () => void change((answer) => void revert(answer, shown as never)) : () => patch.undo();
}

/**
 * The one overlay for live updates. It shows an update at once in every cached list. It also shows it in each answer that
 * arrives later and may be older than the update, so that an older answer never undoes a newer update.
 */
export function overlay(): Middleware<object, State> {
  return (store) => {
    const dispatch = store.dispatch as Dispatch;
    const undo = revertsByAttempt();

    function show(update: KnownUpdate, endpoint: string, at: ShownAt): void {
      const revert = showIn(dispatch, update, endpoint, at);
      if (update.attempt) undo.add(update.attempt, `${endpoint} ${JSON.stringify(at.arg)}`, revert);
    }

    function showInCached(update: KnownUpdate): void {
      for (const endpoint of placesOf(update.kind).keys()) {
        for (const arg of api.util.selectCachedArgsForQuery(store.getState() as never, endpoint as never)) {
          show(update, endpoint, { isCached: true, mayLack: true, arg });
        }
      }
    }

    return (next) => (action) => {
      const before = store.getState();
      const result = next(action);
      const { session } = store.getState();
      if (before.session !== session && selectSession(before).ownerId !== selectSession({ session }).ownerId) {
        undo.forget();
        store.dispatch(overlayCleared());
      } else if (updateRecorded.match(action)) {
        showInCached({ ...action.payload, knownAt: null });
      } else if (updateSettled.match(action)) {
        undo.settled(action.payload.attempt, action.payload.confirmed);
      } else if (isAnswered(action)) {
        const { requestId, arg } = action.meta;
        for (const { update, mayLack } of updatesFor(before.overlay, requestId)) {
          show(update, arg.endpointName, { isCached: false, mayLack, arg: arg.originalArgs });
        }
      }
      return result;
    };
  };
}

/** Shows an update that the server has confirmed. */
export function showUpdate(dispatch: PlainDispatch, update: Update): void {
  dispatch(updateRecorded({ ...update, attempt: null }));
}

/** Shows an update before the server has answered its write. The caller reports the outcome with `confirm` or `revert`. */
export function showUntilSettled(dispatch: PlainDispatch, update: Update): { confirm: () => void; revert: () => void } {
  const attempt = nanoid();
  dispatch(updateRecorded({ ...update, attempt }));
  return {
    confirm: () => void dispatch(updateSettled({ attempt, confirmed: true })),
    revert: () => void dispatch(updateSettled({ attempt, confirmed: false })),
  };
}

/** The key of a write that waits for a connection, in the error of a call or of its `queryFulfilled`. */
function keyOfWaiting(thrown: unknown): string | undefined {
  const error = typeof thrown === 'object' && thrown !== null && 'error' in thrown ? thrown.error : thrown;
  return asFailure(error).key;
}

/**
 * Shows an update while its write is under way, and reverts it when the write fails; while the write waits in the outbox, it
 * stays. Returns the answer, or null.
 */
export async function showWhileSaving<Answer>(dispatch: PlainDispatch, update: Update, saved: PromiseLike<Answer>): Promise<Answer | null> {
  const shown = showUntilSettled(dispatch, update);
  try {
    const answer = await saved;
    shown.confirm();
    return answer;
  } catch (error) {
    const key = keyOfWaiting(error);
    if (key) showWhileWaiting(key, shown);
    else shown.revert();
    return null;
  }
}
