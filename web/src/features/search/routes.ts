import { paths } from '@/app/paths';
import type { AppRoute } from '@/app/route';

export const searchRoutes: readonly AppRoute[] = [
  {
    path: paths.search,
    access: 'anyone',
    frame: 'page',
    texts: ['search'],
    screen: () => import('./screens/Search'),
  },
];
