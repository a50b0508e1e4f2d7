export { Ratings } from './parts/Ratings';
export { ratingsRoutes } from './routes';
