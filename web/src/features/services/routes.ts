import { paths } from '@/app/paths';
import type { AppRoute } from '@/app/route';

export const servicesRoutes: readonly AppRoute[] = [
  {
    path: paths.myServices,
    access: 'account',
    frame: 'account',
    texts: ['services'],
    screen: () => import('./screens/MyServices'),
  },
];
