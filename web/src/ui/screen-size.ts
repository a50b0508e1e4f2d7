import { useSyncExternalStore } from 'react';
import { assumedOnServer } from '@/platform/rendered-page';

/** Big screens are wider than 550 px (product.md 2.2). */
const bigScreen = '(min-width: 551px)';

function watch(onChange: () => void): () => void {
  const query = window.matchMedia(bigScreen);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether the screen is a big one. */
export const useBigScreen = (): boolean =>
  useSyncExternalStore(
    watch,
    () => window.matchMedia(bigScreen).matches,
    () => assumedOnServer().bigScreen,
  );
