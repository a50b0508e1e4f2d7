export { informationRoutes } from './routes';
