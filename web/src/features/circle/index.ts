export { CircleAction } from './parts/CircleAction';
export { TrustAction } from './parts/TrustToggle';
export { circleRoutes } from './routes';
export { useShowAsTrusted } from './use-show-as-trusted';
