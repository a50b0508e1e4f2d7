export { RatingsPanel } from './parts/RatingsPanel';
export { ratingsRoutes } from './routes';
