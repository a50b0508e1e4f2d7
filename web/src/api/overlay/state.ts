import { createAction, createReducer, isAnyOf, type UnknownAction } from '@reduxjs/toolkit';

/** A change that an answer of the server may not contain yet: an event from the socket, or what the user has just done. */
export interface Update<Value = unknown> {
  /** The kind of entity: 'booking', 'alert', … */
  kind: string;
  /** The id of the entity. A newer update of the same kind and id replaces an older one. */
  id: string;
  /** The version of the entity, which grows with each change on the server; null where the server numbers none. */
  revision: number | null;
  value: Value;
}

/** An update and the time at which it became known, on the overlay's own clock. */
export interface KnownUpdate extends Update {
  /** The write that this update belongs to, while the server has not answered it. */
  attempt: string | null;
  /** null while the server has not answered: until then any answer may lack the update. */
  knownAt: number | null;
}

export interface OverlayState {
  /** Counts updates, so that updates and requests can be ordered. */
  clock: number;
  /** Oldest first. */
  updates: KnownUpdate[];
  /** For each running query, by request id: the clock when it was requested. */
  requestedAt: Record<string, number>;
}

export interface WithOverlay {
  overlay: OverlayState;
}

export const updateRecorded = createAction<Update & { attempt: string | null }>('overlay/updateRecorded');
/** The server has answered a write: its update is confirmed or reverted. */
export const updateSettled = createAction<{ attempt: string; confirmed: boolean }>('overlay/updateSettled');
/** Another account is signed in, or none. */
export const overlayCleared = createAction('overlay/overlayCleared');

/** The part of RTK Query's actions that the overlay reads. */
export interface QueryAction extends UnknownAction {
  meta: { requestId: string; arg: { endpointName: string; originalArgs: unknown } };
}
const isQuery =
  (phase: string) =>
  (action: unknown): action is QueryAction =>
    (action as UnknownAction).type === `api/executeQuery/${phase}`;
const isRequested = isQuery('pending');
export const isAnswered = isQuery('fulfilled');
const isEnded = isAnyOf(isAnswered, isQuery('rejected'));

const isSame = (one: Update, other: Update) => one.kind === other.kind && one.id === other.id;

/** Removes the settled updates that `by` replaces. Updates whose write is under way stay. */
function withoutReplaced(updates: readonly KnownUpdate[], by: KnownUpdate): KnownUpdate[] {
  const at = updates.indexOf(by);
  return updates.filter((one, index) => index >= at || one.knownAt === null || !isSame(one, by));
}

function record(state: OverlayState, update: KnownUpdate): void {
  const isOlder = state.updates.some((one) => isSame(one, update) && (one.revision ?? 0) > (update.revision ?? 0));
  if (isOlder) return;
  state.clock += 1;
  const known = { ...update, knownAt: update.attempt === null ? state.clock : null };
  state.updates.push(known);
  if (known.knownAt !== null) state.updates = withoutReplaced(state.updates, state.updates.at(-1) as KnownUpdate);
}

function settle(state: OverlayState, attempt: string, confirmed: boolean): void {
  const update = state.updates.find((one) => one.attempt === attempt);
  if (!update) return;
  if (!confirmed) {
    state.updates = state.updates.filter((one) => one !== update);
    return;
  }
  state.clock += 1;
  update.attempt = null;
  update.knownAt = state.clock;
  state.updates = withoutReplaced(state.updates, update);
}

/** Removes updates without a revision that no running query can lack any more. */
function forgetUnneeded(state: OverlayState): void {
  const oldest = Math.min(...Object.values(state.requestedAt));
  state.updates = state.updates.filter(({ revision, knownAt }) => revision !== null || knownAt === null || knownAt > oldest);
}

const initialState: OverlayState = { clock: 0, updates: [], requestedAt: {} };

export const overlayReducer = createReducer(initialState, (builder) => {
  builder
    .addCase(updateRecorded, (state, { payload }) => record(state, { ...payload, knownAt: null }))
    .addCase(updateSettled, (state, { payload }) => settle(state, payload.attempt, payload.confirmed))
    .addCase(overlayCleared, () => initialState)
    .addMatcher(isRequested, (state, { meta }) => {
      state.requestedAt[meta.requestId] = state.clock;
    })
    .addMatcher(isEnded, (state, { meta }) => {
      state.requestedAt = Object.fromEntries(Object.entries(state.requestedAt).filter(([requestId]) => requestId !== meta.requestId));
      forgetUnneeded(state);
    });
});

/** Whether an update of this kind and id is known. */
export const isKnown = ({ overlay }: WithOverlay, kind: string, id: string): boolean =>
  overlay.updates.some((one) => one.kind === kind && one.id === id);

/** The updates to show in the answer of a query. `mayLack`: the query was requested before the update was known. */
export function updatesFor({ updates, requestedAt, clock }: OverlayState, requestId: string): { update: KnownUpdate; mayLack: boolean }[] {
  const requested = requestedAt[requestId] ?? clock;
  return updates
    .map((update) => ({ update, mayLack: update.knownAt === null || update.knownAt > requested }))
    .filter(({ update, mayLack }) => mayLack || update.revision !== null);
}
