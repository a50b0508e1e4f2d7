import { combineReducers, configureStore, createListenerMiddleware, type ListenerMiddlewareInstance } from '@reduxjs/toolkit';
import {
  api,
  asFailure,
  changedAnswersReducer,
  datedAnswers,
  failsQuietly,
  loginCheckKey,
  openhoursApi,
  overlay,
  outboxReducer,
  overlayReducer,
  readStoredSession,
  sessionCleared,
  sessionReducer,
  writeStoredSession,
  type SessionStorage,
} from '@/api';
import { deviceReading } from '@/platform/device';
import { tellServerOfSession } from '@/platform/viewer-cookies';
import { newPostsReducer, realtime } from '@/realtime';
import { endSessionWithLogin } from './login-over';
import { guardOfflineAnswers } from './offline-answers';
import { sendOutbox } from './outbox';
import { followOtherTabs } from './other-tabs';

/** Development looks neither at what RTK Query keeps, which is JSON and large, nor for changed state: Immer freezes what reducers return. */
const checks = { immutableCheck: false, serializableCheck: { ignoredPaths: [api.reducerPath] } };

const reducer = combineReducers({
  session: sessionReducer,
  newPosts: newPostsReducer,
  overlay: overlayReducer,
  outbox: outboxReducer,
  changedAnswers: changedAnswersReducer,
  [api.reducerPath]: api.reducer,
});
export type RootState = ReturnType<typeof reducer>;

/** The store's effects outside itself. The app passes real ones, tests pass their own. */
export interface StoreEnvironment {
  /** Where the session is stored. */
  storage: SessionStorage;
  now: () => Date;
  /** The login ended, and the session with it. */
  onLoginOver: (place: 'sign_in' | 'home') => void;
  /** A call failed because network or server were unavailable. */
  onUnavailable: (message: string) => void;
  /** Whether to open sockets. */
  sockets: boolean;
}

function storeSession(storage: StoreEnvironment['storage'], session: RootState['session']): void {
  writeStoredSession(storage, session);
  tellServerOfSession(session.data.isAuthenticated);
}

/** Checks the login at the server; the last check of another tab (shared-login-check.ts) may be older than what is in doubt. */
function checkLogin({ dispatch }: AppStore, storage: StoreEnvironment['storage']): PromiseLike<unknown> {
  storage.removeItem(loginCheckKey);
  return dispatch(openhoursApi.endpoints.checkActiveLogin.initiate(deviceReading(), { forceRefetch: true, subscribe: false }));
}

/** Watches for answers of an unavailable network or server, and passes their message on. */
function watchUnavailable(
  { startListening }: Pick<ListenerMiddlewareInstance<RootState>, 'startListening'>,
  onUnavailable: StoreEnvironment['onUnavailable'],
): void {
  startListening({
    predicate: (action) => typeof action.type === 'string' && /^api\/execute(Query|Mutation)\/rejected$/.test(action.type),
    effect: (action) => {
      const { payload, meta } = action as unknown as { payload?: unknown; meta: { arg: { endpointName: string } } };
      if (payload === undefined) return;
      const failure = asFailure(payload);
      // Without a connection the screen itself says what it lacks.
      const isUnreadable = (action.type as string).includes('Query') && !navigator.onLine;
      if (failure.kind === 'unavailable' && !isUnreadable && !failsQuietly(meta.arg.endpointName)) onUnavailable(failure.main_msg);
    },
  });
}

/** Creates the store of one running app. */
export function createStore(surroundings: StoreEnvironment) {
  const { storage, now } = surroundings;
  const listener = createListenerMiddleware<RootState>();
  const dated = datedAnswers();

  listener.startListening({
    predicate: (_action, current, previous) => current.session !== previous.session,
    effect: (_action, { getState }) => storeSession(storage, getState().session),
  });
  listener.startListening({
    actionCreator: sessionCleared,
    effect: (_action, { dispatch }) => void dispatch(api.util.resetApiState()),
  });
  watchUnavailable(listener, surroundings.onUnavailable);

  const store = configureStore({
    reducer,
    preloadedState: { session: readStoredSession(storage, now()) },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: { storage } }, ...(import.meta.env.DEV ? checks : {}) })
        .prepend(listener.middleware)
        .concat(api.middleware, dated.middleware, overlay(), ...(surroundings.sockets ? [realtime()] : [])),
  });
  endSessionWithLogin(listener, store.dispatch, () => checkLogin(store, storage), surroundings.onLoginOver);
  followOtherTabs(store, surroundings);
  if ('indexedDB' in globalThis) {
    guardOfflineAnswers(listener, store, dated);
    sendOutbox(listener, store);
  }
  return store;
}

export type AppStore = ReturnType<typeof createStore>;
