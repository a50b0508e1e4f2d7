import { paths, type AppRoute } from '@/routing';

export const postRoutes: readonly AppRoute[] = [
  {
    path: paths.myPosts,
    access: 'account',
    layout: 'account',
    texts: ['post', 'feed'],
    screen: () => import('./screens/MyPosts'),
  },
];
