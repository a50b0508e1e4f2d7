import { paths, type AppRoute } from '@/routing';

export const searchRoutes: readonly AppRoute[] = [
  {
    path: paths.search,
    access: 'anyone',
    layout: 'page',
    texts: ['search'],
    screen: () => import('./screens/Search'),
  },
];
