import { paths, type AppRoute } from '@/routing';

export const feedRoutes: readonly AppRoute[] = [
  {
    path: paths.feed,
    access: 'anyone',
    layout: 'page',
    texts: ['feed'],
    screen: () => import('./screens/Feed'),
  },
  {
    path: paths.myBookmarks,
    access: 'account',
    layout: 'account',
    texts: ['feed'],
    screen: () => import('./screens/Bookmarks'),
  },
];
