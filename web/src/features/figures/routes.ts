import { paths, type AppRoute } from '@/routing';

export const figuresRoutes: readonly AppRoute[] = [
  { path: paths.figures, access: 'provider', layout: 'account', texts: ['figures'], screen: () => import('./screens/Figures') },
];
