import { createBrowserRouter, createMemoryRouter, redirect, type RouteObject } from 'react-router-dom';
import { loadTexts } from '@/i18n';
import { loadPart } from '@/platform/load-part';
import { isNative } from '@/platform/native';
import { guardLoader, otherPaths, paths, type AppRoute } from '@/routing';
import { routes } from './routes';
import { NotFound, RouteError } from './shell/ErrorPages';
import { AccountLayout, BareLayout, PageLayout } from './shell/layouts';
import { Shell } from './shell/Shell';
import { Splash } from './shell/Splash';
import type { AppStore } from './store';

function routeObject(route: AppRoute, store: AppStore): RouteObject {
  const guard = guardLoader(store, route.access, route.elsewhere);
  return {
    path: route.path,
    loader: (args) => {
      if (route.isPage && !route.isPage(args.params)) throw new Response(null, { status: 404 });
      return guard(args);
    },
    shouldRevalidate: () => true,
    errorElement: <RouteError />,
    lazy: async () => {
      const [screen] = await Promise.all([loadPart(route.screen), ...route.texts.map(loadTexts)]);
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
        ...Object.entries(otherPaths).map(([path, page]) => ({ path, loader: () => redirect(page) })),
        { element: <PageLayout />, children: [...routesIn('page'), { path: '*', element: <NotFound /> }] },
        { element: <AccountLayout />, children: routesIn('account') },
        { element: <BareLayout />, children: routesIn('bare') },
      ],
    },
  ];
}

export type AppRouter = ReturnType<typeof createBrowserRouter>;

/** The app's router; given `at` it lives in memory and starts there, for tests. */
export function createRouter(store: AppStore, at?: string): AppRouter {
  const tree = routeTree(store);
  return at === undefined ? createBrowserRouter(tree) : createMemoryRouter(tree, { initialEntries: [at] });
}
