import type { ListenerMiddlewareInstance, UnknownAction } from '@reduxjs/toolkit';
import { afterLoginOver, asFailure, guestAdmitted, selectSession, sessionCleared, type CallMeta, type SessionState } from '@/api';

/** How long the end of the login waits for the calls that were under way, in milliseconds. */
const longestWait = 5000;
const loginCheck = 'checkActiveLogin';

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

/** Where the end of the login leads: what leads to sign_in outranks what leads home (product.md 1.3). */
const placeAfter = (refusals: readonly Refusal[]) =>
  refusals.some(({ endpoint }) => afterLoginOver(endpoint) === 'sign_in') ? 'sign_in' : 'home';

/** Collects what calls say about one ended login until all that were under way have answered; then decides, once. */
function ending(decide: (refusals: readonly Refusal[]) => void) {
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
  return {
    forget,
    refused(refusal: Refusal, underWay: Iterable<string>): void {
      current ??= { awaited: new Set(underWay), refusals: [], timer: setTimeout(finish, longestWait) };
      current.refusals.push(refusal);
      // Nothing outranks the login check.
      if (refusal.endpoint === loginCheck && refusal.status === 422) finish();
    },
    answered(call: string): void {
      current?.awaited.delete(call);
      if (current?.awaited.size === 0) finish();
    },
  };
}

/**
 * Ends the session once when calls say that the login is over. When a login ends, all calls under way say so, in any order:
 * all of them are heard before it is decided where this leads.
 */
export function endSessionWithLogin<State extends { session: SessionState }>(
  { startListening }: Pick<ListenerMiddlewareInstance<State>, 'startListening'>,
  dispatch: (action: UnknownAction) => void,
  onLoginOver: (place: 'sign_in' | 'home') => void,
): void {
  /** The account whose token each call under way carries. */
  const accounts = new Map<string, string>();
  const end = ending((refusals) => {
    dispatch(sessionCleared({ expired: refusals.some(({ status }) => status === 422), isEnded: true }));
    onLoginOver(placeAfter(refusals));
  });
  startListening({
    predicate: isStart,
    effect: (action, { getState }) => void accounts.set((action as CallAction).meta.requestId, selectSession(getState()).ownerId),
  });
  startListening({
    predicate: (_action, now, before) => selectSession(now).ownerId !== selectSession(before).ownerId,
    effect: end.forget,
  });
  startListening({
    predicate: isEnd,
    effect: (action, { getState }) => {
      const { payload, meta } = action as CallAction;
      const account = accounts.get(meta.requestId);
      accounts.delete(meta.requestId);
      const failure = action.type.endsWith('rejected') && payload !== undefined ? asFailure(payload) : null;
      if (failure?.kind === 'login_over') {
        if (meta.baseQueryMeta?.caller !== 'account') dispatch(guestAdmitted(null));
        else if (account === selectSession(getState()).ownerId) end.refused({ endpoint: meta.arg.endpointName, status: failure.status }, accounts.keys());
      }
      end.answered(meta.requestId);
    },
  });
}
