import { SegmentedControl } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import type { DeliveryMode } from '../basket';
import type { Booking } from '../hooks/use-booking';
import classes from './BookingPanel.module.css';

const MODES: readonly DeliveryMode[] = ['in-person', 'remote'];

/** In person or remote. */
export default function ModeChoice({ booking: { mode, step } }: { booking: Booking }) {
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
    </>
  );
}
