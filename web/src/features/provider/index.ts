import { lazy } from 'react';
import { loadTexts } from '@/i18n';

const texts = ['provider', 'booking', 'ratings', 'feed'] as const;

/** A provider's booking dialog. Its code and texts are fetched when it is first opened. */
export const BookingDialog = lazy(async () => (await Promise.all([import('./components/BookingDialog'), ...texts.map(loadTexts)]))[0]);
