import { paths } from '@/app/paths';
import type { AppRoute } from '@/app/route';

export const messagesRoutes: readonly AppRoute[] = [
  {
    path: paths.message,
    access: 'account',
    frame: 'page',
    texts: ['messages', 'safety'],
    screen: () => import('./screens/Messages'),
  },
];
