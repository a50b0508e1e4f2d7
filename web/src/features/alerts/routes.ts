import { paths, type AppRoute } from '@/routing';

export const alertsRoutes: readonly AppRoute[] = [
  {
    path: paths.alerts,
    access: 'account',
    layout: 'account',
    texts: ['alerts', 'schedule'],
    screen: () => import('./screens/Alerts'),
  },
];
