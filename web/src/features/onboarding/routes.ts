import { paths, type AppRoute } from '@/routing';

export const onboardingRoutes: readonly AppRoute[] = [
  {
    path: paths.onboardUsername,
    access: 'username_step',
    layout: 'bare',
    texts: ['onboarding'],
    screen: () => import('./screens/Username'),
  },
  {
    path: paths.onboardServiceProvider,
    access: 'profile_step',
    layout: 'bare',
    texts: ['onboarding', 'provider', 'share'],
    screen: () => import('./screens/ServiceProvider'),
  },
];
