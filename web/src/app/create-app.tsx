import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import { pageTakenOver, type AnsweredQueries, type SessionStorage } from '@/api';
import { deviceStorage } from '@/platform/site-data';
import { paths } from '@/routing';
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

function createAppStore({ sockets, storage = deviceStorage }: AppOptions, goTo: (path: string) => void): AppStore {
  return createStore({
    storage,
    now: () => new Date(),
    sockets,
    onUnavailable: toast.failed,
    onLoginOver: (place) => goTo(place === 'sign_in' ? paths.signIn : paths.home),
  });
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
  const store = createAppStore(options, (path) => void router.navigate(path, { replace: true }));
  const router = createRouter(store, options.at);
  return { store, router, App: appOf(store, router) };
}

/**
 * Builds an app that shows its first screen in its first render, with these answers: on the server, and in the browser
 * where it takes over what the server rendered.
 */
export async function createReadyApp(options: AppOptions, answers: AnsweredQueries): Promise<RunningApp> {
  const store = createAppStore(options, (path) => void router.navigate(path, { replace: true }));
  store.dispatch(pageTakenOver(answers));
  await options.pause?.();
  const router = await createReadyRouter(store, options.at);
  return { store, router, App: appOf(store, router) };
}
