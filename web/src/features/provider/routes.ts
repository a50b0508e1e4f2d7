import { paths, type AppRoute } from '@/routing';

export const providerRoutes: readonly AppRoute[] = [
  {
    path: paths.provider,
    access: 'anyone',
    layout: 'page',
    texts: ['provider', 'booking', 'ratings', 'feed', 'circle', 'messages', 'safety'],
    screen: () => import('./screens/ProviderPage'),
  },
  {
    path: paths.myAccount,
    access: 'provider',
    layout: 'account',
    texts: ['provider', 'onboarding', 'share'],
    screen: () => import('./screens/MyAccount'),
  },
  {
    path: paths.accountBasicInfo,
    access: 'account',
    layout: 'account',
    texts: ['provider', 'onboarding'],
    screen: () => import('./screens/BasicInfo'),
  },
];
