import { combineReducers, configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import {
  api,
  asFailure,
  failsQuietly,
  guestAdmitted,
  overlay,
  overlayReducer,
  readStoredSession,
  sessionCleared,
  sessionReducer,
  writeStoredSession,
  type CallMeta,
} from '@/api';
import { newPostsReducer, realtime } from '@/realtime';

const reducer = combineReducers({ session: sessionReducer, newPosts: newPostsReducer, overlay: overlayReducer, [api.reducerPath]: api.reducer });
export type RootState = ReturnType<typeof reducer>;

/** The store's effects outside itself. The app passes real ones, tests pass their own. */
export interface StoreEnvironment {
  storage: Storage;
  now: () => Date;
  /** The login ended during a call of this endpoint. `expired`: the server said so (422). */
  onLoginOver: (endpoint: string) => void;
  /** A call failed because network or server were unavailable. */
  onUnavailable: (message: string) => void;
  /** Whether to open sockets. */
  sockets: boolean;
}

interface CallMetaOfAction {
  baseQueryMeta?: CallMeta;
  arg: { endpointName: string };
}

/** Creates the store of one running app. */
export function createStore(surroundings: StoreEnvironment) {
  const { storage, now } = surroundings;
  const listener = createListenerMiddleware<RootState>();

  listener.startListening({
    predicate: (_action, current, previous) => current.session !== previous.session,
    effect: (_action, { getState }) => writeStoredSession(storage, getState().session),
  });
  listener.startListening({
    actionCreator: sessionCleared,
    effect: (_action, { dispatch }) => {
      dispatch(api.util.resetApiState());
    },
  });
  listener.startListening({
    predicate: (action) => typeof action.type === 'string' && /^api\/execute(Query|Mutation)\/rejected$/.test(action.type),
    effect: (action, { dispatch }) => {
      const { payload, meta } = action as unknown as { payload?: unknown; meta: CallMetaOfAction };
      if (payload === undefined) return;
      const failure = asFailure(payload);
      const endpoint = meta.arg.endpointName;
      if (failure.kind === 'login_over') {
        if (meta.baseQueryMeta?.caller === 'account') {
          dispatch(sessionCleared({ expired: failure.status === 422 }));
          surroundings.onLoginOver(endpoint);
        } else {
          dispatch(guestAdmitted(null));
        }
      } else if (failure.kind === 'unavailable' && !failsQuietly(endpoint)) {
        surroundings.onUnavailable(failure.main_msg);
      }
    },
  });

  return configureStore({
    reducer,
    preloadedState: { session: readStoredSession(storage, now()) },
    middleware: (defaults) =>
      defaults().prepend(listener.middleware).concat(api.middleware, overlay(), ...(surroundings.sockets ? [realtime()] : [])),
  });
}

export type AppStore = ReturnType<typeof createStore>;
