export { RatingsPanel } from './components/RatingsPanel';
export { ratingsRoutes } from './routes';
