import { paths, type AppRoute } from '@/routing';

export const safetyRoutes: readonly AppRoute[] = [
  {
    path: paths.blockedAccounts,
    access: 'account',
    layout: 'account',
    texts: ['safety'],
    screen: () => import('./screens/BlockedAccounts'),
  },
];
