import type { Dispatch as PlainDispatch, Middleware } from '@reduxjs/toolkit';
import { nanoid } from '@reduxjs/toolkit';
import { api } from '../base';
import { selectSession, type SessionState } from '../session';
import { placesOf, type ShownAt } from './kinds';
import { isAnswered, overlayCleared, updateRecorded, updateSettled, updatesFor, type KnownUpdate, type Update, type WithOverlay } from './state';

type State = WithOverlay & { session: SessionState; api: ReturnType<typeof api.reducer> };
type Dispatch = (action: unknown) => { undo: () => void };

/** Remembers how to take back an update whose write is under way, for each query that shows it. */
function takingBack() {
  const byAttempt = new Map<string, Map<string, () => void>>();
  return {
    keep(attempt: string, query: string, undo: () => void): void {
      byAttempt.set(attempt, (byAttempt.get(attempt) ?? new Map<string, () => void>()).set(query, undo));
    },
    settled(attempt: string, kept: boolean): void {
      if (!kept) byAttempt.get(attempt)?.forEach((undo) => undo());
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
  const { takeBack } = place;
  return takeBack ? () => void change((answer) => void takeBack(answer, shown as never)) : () => patch.undo();
}

/**
 * The one overlay for live updates. It shows an update at once in every cached list. It also shows it in each answer that
 * arrives later and may be older than the update, so that an older answer never undoes newer news.
 */
export function overlay(): Middleware<object, State> {
  return (store) => {
    const dispatch = store.dispatch as Dispatch;
    const undo = takingBack();

    function show(update: KnownUpdate, endpoint: string, at: ShownAt): void {
      const takeBack = showIn(dispatch, update, endpoint, at);
      if (update.attempt) undo.keep(update.attempt, `${endpoint} ${JSON.stringify(at.arg)}`, takeBack);
    }

    function showInHeld(update: KnownUpdate): void {
      for (const endpoint of placesOf(update.kind).keys()) {
        for (const arg of api.util.selectCachedArgsForQuery(store.getState() as never, endpoint as never)) {
          show(update, endpoint, { isHeld: true, mayLack: true, arg });
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
        showInHeld({ ...action.payload, knownAt: null });
      } else if (updateSettled.match(action)) {
        undo.settled(action.payload.attempt, action.payload.kept);
      } else if (isAnswered(action)) {
        const { requestId, arg } = action.meta;
        for (const { update, mayLack } of updatesFor(before.overlay, requestId)) {
          show(update, arg.endpointName, { isHeld: false, mayLack, arg: arg.originalArgs });
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

/** Shows an update before the server has answered its write. The caller reports the outcome with `keep` or `takeBack`. */
export function showUntilSettled(dispatch: PlainDispatch, update: Update): { keep: () => void; takeBack: () => void } {
  const attempt = nanoid();
  dispatch(updateRecorded({ ...update, attempt }));
  return {
    keep: () => void dispatch(updateSettled({ attempt, kept: true })),
    takeBack: () => void dispatch(updateSettled({ attempt, kept: false })),
  };
}

/** Shows an update while its write is under way, and takes it back when the write fails. Returns the answer, or null. */
export async function showWhileSaving<Answer>(dispatch: PlainDispatch, update: Update, saved: PromiseLike<Answer>): Promise<Answer | null> {
  const shown = showUntilSettled(dispatch, update);
  try {
    const answer = await saved;
    shown.keep();
    return answer;
  } catch {
    shown.takeBack();
    return null;
  }
}
