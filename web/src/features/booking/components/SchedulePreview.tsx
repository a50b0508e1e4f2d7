import { Suspense, useState } from 'react';
import { Alert, Button, Skeleton } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import { lazyPart } from '@/ui/lazy-part';
import { otherCurrency, type OfferedService } from '../basket';
import type { Booking } from '../hooks/use-booking';
import { BookingBar } from './BookingBar';
import classes from './BookingPanel.module.css';
import { fetchTimesView } from './last-views';
import { ServicePicker } from './ServicePicker';

const loadModeChoice = () => import('./ModeChoice');
const ModeChoice = lazyPart(loadModeChoice);

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
  // The choice appears with the first service, the times come next. Their code is fetched when a pointer or the focus comes near.
  const lookAhead = () => {
    loadModeChoice().catch(() => undefined);
    fetchTimesView();
  };
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
        hasLink={booking.provider.has_meeting_link}
        onReach={lookAhead}
        onToggle={toggle}
      />
      <div aria-live="polite">
        {refused ? (
          <Alert color="red" variant="light" mt="sm" styles={{ message: { color: 'var(--danger)' } }}>
            {refused}
          </Alert>
        ) : null}
      </div>
      {chosen.length > 0 ? (
        <Suspense fallback={<Skeleton height={90} mt="md" />}>
          <ModeChoice booking={booking} />
        </Suspense>
      ) : null}
      <ModeGuidance booking={booking} />
      {readOnly ? null : (
        <BookingBar booking={booking}>
          <Button disabled={chosen.length === 0 || !offered} onClick={() => booking.step({ type: 'view_shown', view: 'bookingPreview' })}>
            {t('bookSession')}
          </Button>
        </BookingBar>
      )}
    </>
  );
}

/** What is still to be said about the mode. It is there before its sentence, so that screen readers say that. */
function ModeGuidance({ booking: { chosen, mode, offered } }: { booking: Booking }) {
  const { t } = useTranslation('booking');
  const sentence = mode === null ? t('modeMissing') : offered ? null : t('modeNotOffered', { mode: t(`modeWord.${mode}`) });
  return (
    <p className={classes.guidance} aria-live="polite">
      {chosen.length > 0 ? sentence : null}
    </p>
  );
}
