import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import { pageTakenOver, pageWanted, selectLoginExpired, type AnsweredQueries, type SessionStorage } from '@/api';
import { deviceStorage } from '@/platform/site-data';
import { landingPath, paths } from '@/routing';
import { AppProviders, toast } from '@/ui';
import { createRouter, createReadyRouter, type AppRouter } from './router';
import { createStore, type AppStore } from './store';

interface AppOptions {
  sockets: boolean;
  /** Where the session is stored, when that is not the browser. */
  storage?: SessionStorage;
  /** The app starts at this address in memory, not at the browser's address. */
  at?: string;
  /** Waits between the steps of getting ready. */
  pause?: () => Promise<void>;
}

export interface RunningApp {
  store: AppStore;
  router: AppRouter;
  App: () => React.ReactNode;
}

function createAppStore({ sockets, storage = deviceStorage }: AppOptions, onLoginOver: (place: 'sign_in' | 'home') => void): AppStore {
  return createStore({ storage, now: () => new Date(), sockets, onUnavailable: toast.failed, onLoginOver });
}

/** Leads away from the page on which the login ended. Whoever signs in again goes on there. */
function leave(place: 'sign_in' | 'home', store: AppStore, router: AppRouter): void {
  const { pathname, search } = router.state.location;
  if (place === 'sign_in') store.dispatch(pageWanted(pathname + search));
  void router.navigate(place === 'sign_in' ? paths.signIn : landingPath(), { replace: true });
}

/** A login whose token ran out while the app was closed is over like one that a call finds over (product.md 1.3). */
function leaveExpired(store: AppStore, router: AppRouter): void {
  if (selectLoginExpired(store.getState()) && router.state.location.pathname !== paths.signIn) leave('sign_in', store, router);
}

const appOf = (store: AppStore, router: AppRouter) => () => (
  <Provider store={store}>
    <AppProviders>
      <RouterProvider router={router} />
    </AppProviders>
  </Provider>
);

/** Builds one running app: store, router and the component that shows it. */
export function createApp(options: AppOptions): RunningApp {
  const store = createAppStore(options, (place) => leave(place, store, router));
  const router = createRouter(store, options.at);
  leaveExpired(store, router);
  return { store, router, App: appOf(store, router) };
}

/**
 * Builds an app that shows its first screen in its first render, with these answers: on the server, and in the browser
 * where it takes over what the server rendered.
 */
export async function createReadyApp(options: AppOptions, answers: AnsweredQueries): Promise<RunningApp> {
  const store = createAppStore(options, (place) => leave(place, store, router));
  store.dispatch(pageTakenOver(answers));
  await options.pause?.();
  const router = await createReadyRouter(store, options.at);
  leaveExpired(store, router);
  return { store, router, App: appOf(store, router) };
}
