export { CircleAction } from './components/CircleAction';
export { TrustAction } from './components/TrustToggle';
export { useShowAsTrusted } from './hooks/use-show-as-trusted';
