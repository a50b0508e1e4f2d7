import { paths } from '@/app/paths';
import type { AppRoute } from '@/app/route';

export const ratingsRoutes: readonly AppRoute[] = [
  {
    path: paths.myRatings,
    access: 'account',
    frame: 'account',
    texts: ['ratings'],
    screen: () => import('./screens/MyRatings'),
  },
];
