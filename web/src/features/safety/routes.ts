import { paths } from '@/app/paths';
import type { AppRoute } from '@/app/route';

export const safetyRoutes: readonly AppRoute[] = [
  {
    path: paths.blockedAccounts,
    access: 'account',
    frame: 'account',
    texts: ['safety'],
    screen: () => import('./screens/BlockedAccounts'),
  },
];
