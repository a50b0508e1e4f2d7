export { circleRoutes } from './routes';
