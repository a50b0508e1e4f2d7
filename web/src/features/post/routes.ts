import { paths } from '@/app/paths';
import type { AppRoute } from '@/app/route';

export const postRoutes: readonly AppRoute[] = [
  {
    path: paths.myPosts,
    access: 'account',
    frame: 'account',
    texts: ['post', 'feed'],
    screen: () => import('./screens/MyPosts'),
  },
];
