export { CircleAction } from './components/CircleAction';
export { TrustAction } from './components/TrustToggle';
export { circleRoutes } from './routes';
export { useShowAsTrusted } from './hooks/use-show-as-trusted';
