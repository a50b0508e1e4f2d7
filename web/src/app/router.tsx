import { createBrowserRouter, createMemoryRouter, matchRoutes, redirect, type RouteObject } from 'react-router-dom';
import { askIn, selectSession } from '@/api';
import { loadTexts } from '@/i18n';
import { deviceTimezone } from '@/platform/device';
import { loadPart } from '@/platform/load-part';
import { guardLoader, landingPath, otherPaths, paths, type AppRoute } from '@/routing';
import { routes } from './routes';
import { NotFound, RouteError } from './shell/ErrorPages';
import { AccountLayout, BareLayout, PageLayout, Splash } from './shell/layouts';
import { Shell } from './shell/Shell';
import type { AppStore } from './store';

async function loadScreen(route: AppRoute) {
  const [screen] = await Promise.all([loadPart(route.screen), ...route.texts.map(loadTexts)]);
  return { Component: screen.default };
}

function routeObject(route: AppRoute, store: AppStore): RouteObject {
  const guard = guardLoader(store, route.access, route.elsewhere);
  return {
    id: route.path,
    path: route.path,
    loader: (args) => {
      if (route.isPage && !route.isPage(args.params)) throw new Response(null, { status: 404 });
      const elsewhere = guard(args);
      if (elsewhere) return elsewhere;
      const { searchParams } = new URL(args.request.url);
      const session = selectSession(store.getState());
      const page = {
        params: args.params,
        search: searchParams,
        session,
        // Read only where it is needed: the first reading takes a phone a tenth of a second.
        get timezone() {
          return deviceTimezone();
        },
      };
      void route.firstAnswers?.(askIn(store), page);
      return null;
    },
    shouldRevalidate: () => true,
    errorElement: <RouteError />,
    lazy: () => loadScreen(route),
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
        { path: paths.start, loader: () => redirect(landingPath()) },
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

/** Like `createRouter`, for a page that anybody may open: its screen is loaded, and no loader runs before the first render. */
export async function createReadyRouter(store: AppStore, at?: string): Promise<AppRouter> {
  const tree = routeTree(store);
  const loaderData: Record<string, null> = {};
  for (const { route } of matchRoutes(tree, at ?? window.location) ?? []) {
    const screen = routes.find(({ path }) => path === route.id);
    if (!screen) continue;
    Object.assign(route, await loadScreen(screen), { lazy: undefined });
    loaderData[screen.path] = null;
  }
  const hydrationData = { loaderData };
  return at === undefined
    ? createBrowserRouter(tree, { hydrationData })
    : createMemoryRouter(tree, { hydrationData, initialEntries: [at] });
}
