import { paths, type AppRoute } from '@/routing';

/** The staff's desk is one screen for the router: its pages are its own business, so that nobody else carries them. */
export const staffRoutes: readonly AppRoute[] = [
  {
    path: `${paths.staff}/*`,
    access: 'staff',
    frame: 'page',
    texts: ['staff', 'safety'],
    screen: () => import('./screens/Staff'),
  },
];
