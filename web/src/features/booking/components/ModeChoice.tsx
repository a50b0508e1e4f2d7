import { Radio, SegmentedControl, Stack } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import type { DeliveryMode } from '../basket';
import type { Booking } from '../hooks/use-booking';
import { addressOf } from '../places';
import classes from './BookingPanel.module.css';

const MODES: readonly DeliveryMode[] = ['in-person', 'remote'];

/** In person or remote, and where, if there are several places. */
export default function ModeChoice({ booking }: { booking: Booking }) {
  const { mode, step } = booking;
  const { t } = useTranslation(['booking', 'ui']);
  return (
    <>
      <p className={classes.label} id="booking-mode">
        {t('mode')}
      </p>
      <SegmentedControl
        fullWidth
        aria-labelledby="booking-mode"
        value={mode ?? ''}
        onChange={(value) => step({ type: 'mode_chosen', mode: value as DeliveryMode })}
        data={MODES.map((value) => ({ value, label: t(`ui:deliveryMode.${value}`) }))}
      />
      <PlaceChoice booking={booking} />
    </>
  );
}

function PlaceChoice({ booking: { places, place, step } }: { booking: Booking }) {
  const { t } = useTranslation('booking');
  if (places.length < 2) return null;
  return (
    <Radio.Group label={t('place')} mt="sm" value={place?.place_id ?? ''} onChange={(placeId) => step({ type: 'place_chosen', placeId })}>
      <Stack gap="2xs" mt="2xs">
        {places.map((one) => (
          <Radio key={one.place_id} value={one.place_id} label={<bdi>{one.name}</bdi>} description={<bdi>{addressOf(one)}</bdi>} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
