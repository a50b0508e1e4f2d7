import { lazyPart } from '@/ui/lazy-part';

/** Fetched when the reviews are first shown. */
export const RatingsPanel = lazyPart(() => import('./components/RatingsPanel'));
