export { PushOffer } from './components/PushOffer';
export { PushSwitch } from './components/PushSwitch';
export { useAppBadge } from './hooks/use-app-badge';
export { usePushUpkeep } from './hooks/use-push-upkeep';
export { useWebPush } from './hooks/use-web-push';
