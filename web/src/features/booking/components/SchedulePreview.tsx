import { useState } from 'react';
import { Alert, Button, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { otherCurrency, type DeliveryMode, type OfferedService } from '../basket';
import type { Booking } from '../hooks/use-booking';
import { BookingBar } from './BookingBar';
import classes from './BookingPanel.module.css';
import { ServicePicker } from './ServicePicker';

const MODES: readonly DeliveryMode[] = ['in-person', 'remote'];

interface SchedulePreviewProps {
  booking: Booking;
  services: readonly OfferedService[];
  /** The owner views their own page: nothing can be chosen. */
  readOnly?: boolean;
}

/** First view: services and mode of delivery. */
export function SchedulePreview({ booking, services, readOnly = false }: SchedulePreviewProps) {
  const { t } = useTranslation('booking');
  const { chosen, offered } = booking;
  const [refused, setRefused] = useState<string | null>(null);
  function toggle(serviceId: string): void {
    const clash = otherCurrency(services, booking.flow.serviceIds, serviceId);
    const service = services.find((one) => one.service_id === serviceId)?.service ?? '';
    setRefused(clash && t('otherCurrency', { service, ...clash }));
    if (!clash) booking.step({ type: 'service_toggled', serviceId });
  }
  return (
    <>
      <ServicePicker
        services={services}
        chosen={chosen.map((service) => service.service_id)}
        readOnly={readOnly}
        onToggle={toggle}
      />
      {refused ? (
        <Alert color="red" variant="light" mt="sm" styles={{ message: { color: 'var(--danger)' } }}>
          {refused}
        </Alert>
      ) : null}
      {chosen.length > 0 ? <ModeChoice booking={booking} /> : null}
      {readOnly ? null : (
        <BookingBar booking={booking}>
          <Button
            disabled={chosen.length === 0 || !offered}
            onClick={() => booking.step({ type: 'view_shown', view: 'bookingPreview' })}
          >
            {t('bookSession')}
          </Button>
        </BookingBar>
      )}
    </>
  );
}

/** In person or remote, with a note when the chosen mode is not offered. */
function ModeChoice({ booking: { mode, offered, step } }: { booking: Booking }) {
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
      <p className={classes.guidance} aria-live="polite">
        {mode === null ? t('modeMissing') : offered ? null : t('modeNotOffered', { mode: t(`modeWord.${mode}`) })}
      </p>
    </>
  );
}
