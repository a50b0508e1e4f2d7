import { Anchor } from '@mantine/core';
import type { BookingData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { mapOf } from '../model';

/** Leads the provider to a map of the client's address; the map's server learns of it with the tap (product.md 4.22). */
export function MapLink({ booking, isProvider }: { booking: BookingData; isProvider: boolean }) {
  const { t } = useTranslation('schedule');
  if (!isProvider || !booking.at_client || !booking.delivery_location) return null;
  return (
    <Anchor
      href={mapOf(booking.delivery_location)}
      target="_blank"
      rel="noopener noreferrer"
      inherit
      aria-label={t('visit.mapOf', { address: booking.delivery_location })}
    >
      {t('visit.map')}
    </Anchor>
  );
}
