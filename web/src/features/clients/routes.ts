import { paths, type AppRoute } from '@/routing';

export const clientsRoutes: readonly AppRoute[] = [
  { path: paths.clients, access: 'provider', layout: 'account', texts: ['clients'], screen: () => import('./screens/Clients') },
  { path: paths.client, access: 'provider', layout: 'account', texts: ['clients'], screen: () => import('./screens/Client') },
  { path: paths.importClients, access: 'provider', layout: 'account', texts: ['clients'], screen: () => import('./screens/ImportClients') },
  { path: paths.clientOfOrder, access: 'provider', layout: 'account', texts: ['clients'], screen: () => import('./screens/ClientOfOrder') },
];
