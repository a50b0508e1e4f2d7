import { paths, type AppRoute } from '@/routing';

export const landingRoutes: readonly AppRoute[] = [
  {
    path: paths.home,
    access: 'unauthenticated',
    layout: 'page',
    texts: ['landing', 'feed'],
    screen: () => import('./screens/Home'),
  },
  {
    path: paths.mobileHome,
    access: 'unauthenticated',
    layout: 'bare',
    texts: ['landing'],
    screen: () => import('./screens/MobileHome'),
  },
];
