import { paths } from '@/app/paths';
import type { AppRoute } from '@/app/route';

export const alertsRoutes: readonly AppRoute[] = [
  {
    path: paths.alerts,
    access: 'account',
    frame: 'page',
    texts: ['alerts'],
    screen: () => import('./screens/Alerts'),
  },
];
