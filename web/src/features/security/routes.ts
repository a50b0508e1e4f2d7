import { paths, type AppRoute } from '@/routing';

export const securityRoutes: readonly AppRoute[] = [
  {
    path: paths.security,
    access: 'account',
    layout: 'account',
    texts: ['security'],
    screen: () => import('./screens/Security'),
  },
  {
    path: paths.mailAddress,
    access: 'account',
    layout: 'account',
    texts: ['security'],
    screen: () => import('./screens/MailAddress'),
  },
  {
    path: paths.confirmMailChange,
    access: 'anyone',
    layout: 'bare',
    texts: ['security'],
    screen: () => import('./screens/ConfirmMailChange'),
  },
];
