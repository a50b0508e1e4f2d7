import { createBrowserRouter, createMemoryRouter, redirect, type RouteObject } from 'react-router-dom';
import { noSession, selectSession, sessionCleared } from '@/api';
import { loadTexts } from '@/i18n';
import { isNative } from '@/platform/native';
import { guardLoader, paths, type AppRoute } from '@/routing';
import { routes } from './routes';
import { NotFound, RouteError } from './shell/ErrorPages';
import { AccountLayout, BareLayout, PageLayout } from './shell/layouts';
import { Shell } from './shell/Shell';
import { Splash } from './shell/Splash';
import type { AppStore } from './store';

function routeObject(route: AppRoute, store: AppStore): RouteObject {
  return {
    path: route.path,
    loader: guardLoader(store, route.access, route.elsewhere),
    shouldRevalidate: () => true,
    errorElement: <RouteError />,
    lazy: async () => {
      const [screen] = await Promise.all([route.screen(), ...route.texts.map(loadTexts)]);
      return { Component: screen.default };
    },
  };
}

function routeTree(store: AppStore): RouteObject[] {
  const routesIn = (layout: AppRoute['layout']) =>
    routes.filter((route) => route.layout === layout).map((route) => routeObject(route, store));
  return [
    {
      element: <Shell />,
      errorElement: <RouteError />,
      HydrateFallback: Splash,
      children: [
        { path: paths.start, loader: () => redirect(isNative() ? paths.mobileHome : paths.home) },
        { path: '/signin', loader: () => redirect(paths.signIn) },
        { path: '/account', loader: () => redirect(paths.myAccount) },
        { element: <PageLayout />, children: [...routesIn('page'), { path: '*', element: <NotFound /> }] },
        { element: <AccountLayout />, children: routesIn('account') },
        { element: <BareLayout />, children: routesIn('bare') },
      ],
    },
  ];
}

/** After each navigation a session that is not authenticated is reset to its defaults (product.md 1.8). */
function resetAfterNavigation(router: AppRouter, store: AppStore): void {
  router.subscribe(({ navigation }) => {
    if (navigation.state !== 'idle') return;
    const session = selectSession(store.getState());
    if (!session.isAuthenticated && session !== noSession) store.dispatch(sessionCleared({ expired: false }));
  });
}

export type AppRouter = ReturnType<typeof createBrowserRouter>;

/** The app's router; given `at` it lives in memory and starts there, for tests. */
export function createRouter(store: AppStore, at?: string): AppRouter {
  const tree = routeTree(store);
  const router = at === undefined ? createBrowserRouter(tree) : createMemoryRouter(tree, { initialEntries: [at] });
  resetAfterNavigation(router, store);
  return router;
}
