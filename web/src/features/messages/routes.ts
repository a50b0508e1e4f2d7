import { paths, type AppRoute } from '@/routing';

export const messagesRoutes: readonly AppRoute[] = [
  {
    path: paths.message,
    access: 'account',
    layout: 'account',
    texts: ['messages', 'safety'],
    screen: () => import('./screens/Messages'),
  },
];
