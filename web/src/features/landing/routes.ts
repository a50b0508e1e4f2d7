import { openhoursApi } from '@/api';
import { paths, type AppRoute } from '@/routing';
import { featuredLimit } from './featured';

export const landingRoutes: readonly AppRoute[] = [
  {
    path: paths.home,
    access: 'unauthenticated',
    layout: 'page',
    texts: ['landing', 'feed'],
    firstAnswers: (ask) => ask(openhoursApi.endpoints.getFeedPosts.initiate({ limit: featuredLimit })),
    screen: () => import('./screens/Home'),
  },
  {
    path: paths.mobileHome,
    access: 'unauthenticated',
    layout: 'bare',
    texts: ['landing'],
    screen: () => import('./screens/MobileHome'),
  },
];
