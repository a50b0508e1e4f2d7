import { paths, type AppRoute } from '@/routing';

export const postRoutes: readonly AppRoute[] = [
  {
    path: paths.myPosts,
    access: 'account',
    frame: 'account',
    texts: ['post', 'feed'],
    screen: () => import('./screens/MyPosts'),
  },
];
