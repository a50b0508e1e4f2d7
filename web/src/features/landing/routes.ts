import { paths, type AppRoute } from '@/routing';

export const landingRoutes: readonly AppRoute[] = [
  {
    path: paths.home,
    access: 'unauthenticated',
    frame: 'page',
    texts: ['landing', 'feed'],
    screen: () => import('./screens/Home'),
  },
  {
    path: paths.mobileHome,
    access: 'unauthenticated',
    frame: 'bare',
    texts: ['landing'],
    screen: () => import('./screens/MobileHome'),
  },
];
