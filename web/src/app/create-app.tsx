import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import type { SessionStorage } from '@/api';
import { paths } from '@/routing';
import { AppProviders, toast } from '@/ui';
import { createRouter, type AppRouter } from './router';
import { createStore, type AppStore } from './store';

interface AppOptions {
  sockets: boolean;
  /** Where the session is stored, when that is not the browser. */
  storage?: SessionStorage;
  /** The app starts at this address in memory, not at the browser's address. */
  at?: string;
}

export interface RunningApp {
  store: AppStore;
  router: AppRouter;
  App: () => React.ReactNode;
}

/** Builds one running app: store, router and the component that shows it. */
export function createApp({ sockets, at, storage = localStorage }: AppOptions): RunningApp {
  const goTo = (path: string) => void router.navigate(path, { replace: true });
  const store = createStore({
    storage,
    now: () => new Date(),
    sockets,
    onUnavailable: toast.failed,
    onLoginOver: (place) => goTo(place === 'sign_in' ? paths.signIn : paths.home),
  });
  const router = createRouter(store, at);
  const App = () => (
    <Provider store={store}>
      <AppProviders>
        <RouterProvider router={router} />
      </AppProviders>
    </Provider>
  );
  return { store, router, App };
}
