import { loadTexts } from '@/i18n';
import { lazyPart } from '@/ui/lazy-part';

const texts = ['provider', 'booking', 'ratings', 'feed'] as const;

/** A provider's booking dialog. Its code and texts are fetched when it is first opened. */
export const BookingDialog = lazyPart(async () => (await Promise.all([import('./components/BookingDialog'), ...texts.map(loadTexts)]))[0]);
