import { paths, type AppRoute } from '@/routing';

export const servicesRoutes: readonly AppRoute[] = [
  {
    path: paths.myServices,
    access: 'account',
    layout: 'account',
    texts: ['services'],
    screen: () => import('./screens/MyServices'),
  },
];
