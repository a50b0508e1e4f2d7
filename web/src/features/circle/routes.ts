import { paths, type AppRoute } from '@/routing';

export const circleRoutes: readonly AppRoute[] = [
  {
    path: paths.myCircle,
    access: 'account',
    layout: 'account',
    texts: ['circle'],
    screen: () => import('./screens/Circle'),
  },
  {
    path: paths.myTrustedBrands,
    access: 'account',
    layout: 'account',
    texts: ['circle'],
    screen: () => import('./screens/TrustedBrands'),
  },
];
