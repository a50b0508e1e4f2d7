import { lazyPart } from '@/ui/lazy-part';

const loadCompletePreview = () => import('./CompletePreview');
const loadSuccessfulPreview = () => import('./SuccessfulPreview');

/** The views that nobody sees before they have chosen their times. */
export const CompletePreview = lazyPart(loadCompletePreview);
export const SuccessfulPreview = lazyPart(loadSuccessfulPreview);

/** Fetches them ahead. What fails is fetched again when it is shown. */
export function fetchLastViews(): void {
  Promise.all([loadCompletePreview(), loadSuccessfulPreview()]).catch(() => undefined);
}
