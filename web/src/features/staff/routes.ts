import { paths, type AppRoute } from '@/routing';

/** The staff console is one lazy route. Its pages are nested inside, so that other users do not load them. */
export const staffRoutes: readonly AppRoute[] = [
  {
    path: `${paths.staff}/*`,
    access: 'staff',
    layout: 'page',
    texts: ['staff', 'safety'],
    screen: () => import('./screens/Staff'),
  },
];
