import { paths, type AppRoute } from '@/routing';

export const settingsRoutes: readonly AppRoute[] = [
  {
    path: paths.mySettings,
    access: 'account',
    frame: 'account',
    texts: ['settings', 'session'],
    screen: () => import('./screens/Settings'),
  },
  {
    path: paths.unsubscribe,
    access: 'anyone',
    frame: 'bare',
    texts: ['settings'],
    screen: () => import('./screens/Unsubscribe'),
  },
  {
    path: paths.starterPreferences,
    access: 'account',
    frame: 'bare',
    texts: ['settings'],
    screen: () => import('./screens/StarterPreferences'),
  },
  {
    path: paths.myProfile,
    access: 'client',
    frame: 'account',
    texts: ['settings'],
    screen: () => import('./screens/MyProfile'),
  },
  {
    path: paths.appointmentFinanceSettings,
    access: 'provider',
    frame: 'account',
    texts: ['settings'],
    screen: () => import('./screens/FinanceSettings'),
  },
];
