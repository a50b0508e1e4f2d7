export { CircleAction } from './parts/CircleAction';
export { TrustAction } from './parts/TrustToggle';
export { circleRoutes } from './routes';
export { useTrustTold } from './use-trust-told';
