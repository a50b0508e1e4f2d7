import { useState, useSyncExternalStore } from 'react';
import { subscribeToUpdate, updateIsReady } from '@/platform/service-worker';

/** Whether a new version waits to be loaded; `later` hides that until the page is loaded anew. */
export function useUpdateReady() {
  const isReady = useSyncExternalStore(subscribeToUpdate, updateIsReady);
  const [isPutOff, setPutOff] = useState(false);
  return { isReady: isReady && !isPutOff, later: () => setPutOff(true) };
}
