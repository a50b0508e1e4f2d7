import { useSyncExternalStore } from 'react';
import { assumedOnServer } from '@/platform/rendered-page';
import { useTakenOver } from './use-taken-over';

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

/**
 * Which parts to render: those for big screens, those for small ones. The server does not know the screen: until the browser
 * has taken the page over, both are there, and the classes `big-screen` and `small-screen` (tokens.css) hide one.
 */
export function useScreenParts(): { big: boolean; small: boolean } {
  const takenOver = useTakenOver();
  const big = useBigScreen();
  return takenOver ? { big, small: !big } : { big: true, small: true };
}
