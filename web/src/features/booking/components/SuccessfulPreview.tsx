import { Button, Stack, ThemeIcon } from '@mantine/core';
import { IconCalendarPlus, IconCheck, IconSend } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { AccountData } from '@/api';
import { PushOffer } from '@/features/push';
import { useTranslation } from '@/i18n/use-translation';
import { addToCalendar } from '@/platform/files';
import { schedulePath } from '@/routing';
import type { Booking } from '../hooks/use-booking';
import classes from './BookingPanel.module.css';
import { RequestSummary } from './RequestSummary';

interface SuccessfulPreviewProps {
  booking: Booking;
  provider: AccountData;
}

/** Last view: what was booked or sent, and what happens next. */
export default function SuccessfulPreview(props: SuccessfulPreviewProps) {
  return props.booking.placed?.request_status === 'accepted' ? <Booked {...props} /> : <Sent {...props} />;
}

/** The appointment is made: it says so and offers the calendar file. */
function Booked({ booking, provider }: SuccessfulPreviewProps) {
  const { t } = useTranslation('booking');
  const { isAuthenticated } = booking.session;
  const { file } = booking;
  return (
    <>
      <div className={classes.sentHead} role="status">
        <ThemeIcon size={48} radius="xl" variant="light">
          <IconCheck size={24} aria-hidden />
        </ThemeIcon>
        <p>{t('booked.done')}</p>
      </div>
      <RequestSummary booking={booking} provider={provider} />
      <p className={classes.outcome}>{isAuthenticated ? t('booked.next') : t('booked.nextGuest', { email: booking.guest.email })}</p>
      <Stack gap="xs" mt="md">
        {file ? (
          <Button fullWidth leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={() => void addToCalendar(file)}>
            {t('booked.addToCalendar')}
          </Button>
        ) : null}
        {isAuthenticated ? (
          <Button component={Link} to={schedulePath('upcoming_schedule')} variant="light" fullWidth>
            {t('booked.see')}
          </Button>
        ) : null}
        <Button variant="default" fullWidth onClick={booking.restart}>
          {t('bookAnother')}
        </Button>
      </Stack>
    </>
  );
}

/** The request is sent. It offers no calendar file, because the appointment is not confirmed yet. */
function Sent({ booking, provider }: SuccessfulPreviewProps) {
  const { t } = useTranslation('booking');
  const { isAuthenticated } = booking.session;
  const { name } = provider;
  return (
    <>
      <div className={classes.sentHead} role="status">
        <ThemeIcon size={48} radius="xl" variant="light">
          <IconSend size={24} aria-hidden />
        </ThemeIcon>
        <p>{t('sent')}</p>
      </div>
      <RequestSummary booking={booking} provider={provider} />
      <h3 className={classes.label}>{t('nextTitle')}</h3>
      <ol className={classes.next}>
        <li>{t('nextAnswer', { name })}</li>
        <li>{isAuthenticated ? t('nextTold') : t('nextToldGuest', { email: booking.guest.email })}</li>
        <li>{t('nextCalendar')}</li>
      </ol>
      <Stack gap="xs" mt="md">
        {isAuthenticated ? <PushOffer>{t('tellMe')}</PushOffer> : null}
        {isAuthenticated ? (
          <Button component={Link} to={schedulePath('pending_requests')} fullWidth>
            {t('seeRequests')}
          </Button>
        ) : null}
        <Button variant="default" fullWidth onClick={booking.restart}>
          {t('bookAnother')}
        </Button>
      </Stack>
    </>
  );
}
