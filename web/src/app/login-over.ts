import type { ListenerMiddlewareInstance, UnknownAction } from '@reduxjs/toolkit';
import { afterLoginOver, asFailure, guestAdmitted, selectSession, sessionCleared, type CallMeta, type SessionState } from '@/api';

/** How long the end of the login waits for the calls that were under way, in milliseconds. */
const longestWait = 5000;
const loginCheck = 'checkActiveLogin';
const signOut = 'signOut';

interface CallAction extends UnknownAction {
  payload?: unknown;
  meta: { requestId: string; baseQueryMeta?: CallMeta; arg: { endpointName: string } };
}

const isStart = (action: UnknownAction): action is CallAction => /^api\/execute(Query|Mutation)\/pending$/.test(action.type);
const isEnd = (action: UnknownAction): action is CallAction => /^api\/execute(Query|Mutation)\/(fulfilled|rejected)$/.test(action.type);

/** A call that said that the login is over. */
interface Refusal {
  endpoint: string;
  status: number;
}

const isRejected = (action: UnknownAction) => action.type.endsWith('rejected');

/** What the call said of the login; null if nothing. */
function refusalOf(action: CallAction): Refusal | null {
  const failure = isRejected(action) && action.payload !== undefined ? asFailure(action.payload) : null;
  return failure?.kind === 'login_over' ? { endpoint: action.meta.arg.endpointName, status: failure.status } : null;
}

/** Where the end of the login leads: what leads to sign_in outranks what leads home (product.md 1.3). */
const placeAfter = (refusals: readonly Refusal[]) =>
  refusals.some(({ endpoint }) => afterLoginOver(endpoint) === 'sign_in') ? 'sign_in' : 'home';

/**
 * Collects what calls say about one ended login until all that were under way and the login check have answered; then decides,
 * once. The check is asked for by the first refusal that is not its own.
 */
function ending(askCheck: () => PromiseLike<unknown>, decide: (refusals: readonly Refusal[]) => void) {
  let current: { awaited: Set<string>; refusals: Refusal[]; timer: ReturnType<typeof setTimeout> } | null = null;
  function forget(): void {
    clearTimeout(current?.timer);
    current = null;
  }
  function finish(): void {
    const refusals = current?.refusals ?? [];
    forget();
    decide(refusals);
  }
  function answered(call: string): void {
    current?.awaited.delete(call);
    if (current?.awaited.size === 0) finish();
  }
  return {
    forget,
    answered,
    refused(refusal: Refusal, underWay: Iterable<string>): void {
      const isFirst = !current;
      current ??= { awaited: new Set(underWay), refusals: [], timer: setTimeout(finish, longestWait) };
      current.refusals.push(refusal);
      if (isFirst && refusal.endpoint !== loginCheck) {
        current.awaited.add(loginCheck);
        void askCheck().then(() => answered(loginCheck));
      }
      // Nothing outranks the login check.
      if (refusal.endpoint === loginCheck && refusal.status === 422) finish();
    },
  };
}

/** Whether the user is signing out: that other calls then find the login over is no news. */
function signingOut() {
  let isSo = false;
  return {
    isSo: () => isSo,
    began: (endpoint: string) => void (isSo ||= endpoint === signOut),
    failed: (endpoint: string) => void (isSo &&= endpoint !== signOut),
    ended: () => void (isSo = false),
  };
}

/**
 * Ends the session once when calls say that the login is over. All calls under way say so, in any order; this waits for them
 * and for the login check (`askCheck`), and then decides which page follows. Signing out ends the session itself.
 */
export function endSessionWithLogin<State extends { session: SessionState }>(
  { startListening }: Pick<ListenerMiddlewareInstance<State>, 'startListening'>,
  dispatch: (action: UnknownAction) => void,
  askCheck: () => PromiseLike<unknown>,
  onLoginOver: (place: 'sign_in' | 'home') => void,
): void {
  /** The account whose token each call under way carries. */
  const accounts = new Map<string, string>();
  const leaving = signingOut();
  const end = ending(askCheck, (refusals) => {
    dispatch(sessionCleared({ expired: refusals.some(({ status }) => status === 422), isEnded: true }));
    onLoginOver(placeAfter(refusals));
  });
  startListening({
    predicate: isStart,
    effect: (action, { getState }) => {
      const { requestId, arg } = (action as CallAction).meta;
      accounts.set(requestId, selectSession(getState()).ownerId);
      leaving.began(arg.endpointName);
    },
  });
  const forget = () => {
    leaving.ended();
    end.forget();
  };
  startListening({ predicate: (_action, now, before) => selectSession(now).ownerId !== selectSession(before).ownerId, effect: forget });
  startListening({
    predicate: isEnd,
    effect: (action, { getState }) => {
      const { meta } = action as CallAction;
      const account = accounts.get(meta.requestId);
      accounts.delete(meta.requestId);
      if (isRejected(action)) leaving.failed(meta.arg.endpointName);
      const refusal = refusalOf(action as CallAction);
      if (refusal && meta.baseQueryMeta?.caller !== 'account') dispatch(guestAdmitted(null));
      else if (refusal && !leaving.isSo() && account === selectSession(getState()).ownerId) end.refused(refusal, accounts.keys());
      end.answered(meta.requestId);
    },
  });
}
