import type { BookingData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';

/** Where a booking is held: its address, else how it is held. */
export function usePlaceText(): (booking: Pick<BookingData, 'delivery_mode' | 'delivery_location'>) => string {
  const { t } = useTranslation('ui');
  return ({ delivery_mode, delivery_location }) =>
    delivery_mode === 'remote' ? t('deliveryMode.remote') : delivery_location || t('deliveryMode.in-person');
}
