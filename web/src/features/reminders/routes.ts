import { paths, type AppRoute } from '@/routing';

export const remindersRoutes: readonly AppRoute[] = [
  { path: paths.reminders, access: 'provider', layout: 'account', texts: ['reminders'], screen: () => import('./screens/Reminders') },
];
