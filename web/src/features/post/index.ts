export { postRoutes } from './routes';
