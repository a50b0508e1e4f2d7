export { RatingsPanel } from './components/RatingsPanel';
