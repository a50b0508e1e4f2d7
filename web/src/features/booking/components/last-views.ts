import { lazyPart } from '@/ui/lazy-part';

const loadBookingPreview = () => import('./BookingPreview');
const loadCompletePreview = () => import('./CompletePreview');
const loadSuccessfulPreview = () => import('./SuccessfulPreview');

/** The view that nobody sees before they have chosen a service. */
export const BookingPreview = lazyPart(loadBookingPreview);
/** The views that nobody sees before they have chosen their times. */
export const CompletePreview = lazyPart(loadCompletePreview);
export const SuccessfulPreview = lazyPart(loadSuccessfulPreview);

/** Fetches the times' view ahead. What fails is fetched again when it is shown. */
export function fetchTimesView(): void {
  loadBookingPreview().catch(() => undefined);
}

/** Fetches the last views ahead. What fails is fetched again when it is shown. */
export function fetchLastViews(): void {
  Promise.all([loadCompletePreview(), loadSuccessfulPreview()]).catch(() => undefined);
}
