import { paths, type AppRoute } from '@/routing';

export const ratingsRoutes: readonly AppRoute[] = [
  {
    path: paths.myRatings,
    access: 'account',
    frame: 'account',
    texts: ['ratings'],
    screen: () => import('./screens/MyRatings'),
  },
];
