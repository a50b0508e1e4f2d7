import { Button, Textarea } from '@mantine/core';
import type { AccountData } from '@/api';
import { limitsOf } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { isAnswered } from '../answer-problems';
import type { Booking } from '../hooks/use-booking';
import { BookingBar } from './BookingBar';
import classes from './BookingPanel.module.css';
import { ClientAddressFields } from './ClientAddressFields';
import { GuestCredentials } from './GuestCredentials';
import { IntakeQuestions } from './IntakeQuestions';
import { OverlapWarning } from './OverlapWarning';
import { RequestSummary } from './RequestSummary';

interface CompletePreviewProps {
  booking: Booking;
  provider: AccountData;
}

/** Third view: the request summary, and who sends it. */
export default function CompletePreview({ booking, provider }: CompletePreviewProps) {
  const { t } = useTranslation('booking');
  const { flow, session } = booking;
  return (
    <>
      <RequestSummary
        booking={booking}
        provider={provider}
        onEdit={() => {
          booking.setFailure(null);
          booking.step({ type: 'view_shown', view: 'schedulePreview' });
        }}
      />
      <ClientAddressFields booking={booking} />
      <IntakeQuestions booking={booking} />
      <OverlapWarning times={flow.slots} timezone={booking.slots.timezone} />
      <Textarea
        label={t('brief', { name: provider.name })}
        value={flow.brief}
        maxLength={limitsOf('create_appointment_order', 'iv_brief').max}
        autosize
        minRows={2}
        maxRows={6}
        error={booking.failure?.iv_msg['iv_brief']}
        onChange={(event) => booking.step({ type: 'brief_typed', brief: event.currentTarget.value })}
      />
      <p className={classes.outcome}>{t(`outcome.${booking.outcome}`, { name: provider.name })}</p>
      {session.isAuthenticated ? (
        <BookingBar booking={booking}>
          <Button
            loading={booking.sending}
            onClick={() => {
              if (isAnswered(booking)) booking.send('').catch(() => undefined);
            }}
          >
            {t(booking.outcome === 'booked' ? 'bookNow' : 'confirmBooking')}
          </Button>
        </BookingBar>
      ) : (
        <GuestCredentials booking={booking} />
      )}
    </>
  );
}
