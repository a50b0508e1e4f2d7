import { useSyncExternalStore } from 'react';
import { endInstallOffer, installWay, onInstallChange } from '@/platform/install';

/** How the app could be installed; null while it is not to be offered. */
export function useInstallOffer() {
  const way = useSyncExternalStore(onInstallChange, installWay);
  return { way, end: endInstallOffer };
}
