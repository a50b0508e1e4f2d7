import { paths, type AppRoute } from '@/routing';

export const informationRoutes: readonly AppRoute[] = [
  {
    path: paths.userRequest,
    access: 'anyone',
    layout: 'page',
    texts: ['information'],
    screen: () => import('./screens/UserRequest'),
  },
  {
    path: paths.privacyPolicy,
    access: 'anyone',
    layout: 'page',
    texts: ['privacy'],
    screen: () => import('./screens/PrivacyPolicy'),
  },
];
