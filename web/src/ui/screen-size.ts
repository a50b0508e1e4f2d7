import { useSyncExternalStore } from 'react';
import { assumedOnServer } from '@/platform/rendered-page';
import { useTakenOver } from './taken-over';

/** Big screens are wider than 550 px (product.md 2.2). */
const bigScreen = '(min-width: 551px)';

let query: MediaQueryList | undefined;
const bigScreenQuery = () => (query ??= window.matchMedia(bigScreen));

function watch(onChange: () => void): () => void {
  const watched = bigScreenQuery();
  watched.addEventListener('change', onChange);
  return () => watched.removeEventListener('change', onChange);
}

/** Whether the screen is a big one; until the browser has taken the page over, what the server took it for. */
export function useBigScreen(): boolean {
  const takenOver = useTakenOver();
  const isBig = () => (takenOver ? bigScreenQuery().matches : assumedOnServer().bigScreen);
  return useSyncExternalStore(watch, isBig, isBig);
}

/**
 * Which parts to render: those for big screens, those for small ones. The server does not know the screen: until the browser
 * has taken the page over, both are there, and the classes `big-screen` and `small-screen` (tokens.css) hide one.
 */
export function useScreenParts(): { big: boolean; small: boolean } {
  const takenOver = useTakenOver();
  const big = useBigScreen();
  return takenOver ? { big, small: !big } : { big: true, small: true };
}
