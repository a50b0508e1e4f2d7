import { paths, type AppRoute } from '@/routing';

export const ratingsRoutes: readonly AppRoute[] = [
  {
    path: paths.myRatings,
    access: 'account',
    layout: 'account',
    texts: ['ratings'],
    screen: () => import('./screens/MyRatings'),
  },
];
