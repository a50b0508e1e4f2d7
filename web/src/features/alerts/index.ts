export { alertsRoutes } from './routes';
