import { isDebugBuild } from '@/platform/native';
import { paths, type AppRoute } from '@/routing';

export const settingsRoutes: readonly AppRoute[] = [
  {
    path: paths.mySettings,
    access: 'account',
    layout: 'account',
    texts: ['settings', 'session'],
    screen: () => import('./screens/Settings'),
  },
  {
    path: paths.devicesAndLogins,
    access: 'account',
    layout: 'account',
    texts: ['settings'],
    screen: () => import('./screens/DevicesAndLogins'),
  },
  {
    path: paths.unsubscribe,
    access: 'anyone',
    layout: 'bare',
    texts: ['settings'],
    screen: () => import('./screens/Unsubscribe'),
  },
  {
    path: paths.starterPreferences,
    access: 'account',
    layout: 'bare',
    texts: ['settings'],
    screen: () => import('./screens/StarterPreferences'),
  },
  {
    path: paths.myProfile,
    access: 'client',
    layout: 'account',
    texts: ['settings'],
    screen: () => import('./screens/MyProfile'),
  },
  {
    path: paths.appointmentFinanceSettings,
    access: 'provider',
    layout: 'account',
    texts: ['settings'],
    screen: () => import('./screens/FinanceSettings'),
  },
  {
    path: paths.developer,
    access: 'anyone',
    isPage: isDebugBuild,
    layout: 'page',
    texts: ['settings'],
    screen: () => import('./screens/Developer'),
  },
];
