export { servicesRoutes } from './routes';
