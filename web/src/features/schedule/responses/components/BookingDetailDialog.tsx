import { Suspense, useState, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconFlag, IconMessageCircle } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useSession, type BookingData } from '@/api';
import { accountNamed, BlockGuest, ReportThing, useReportDialog } from '@/features/safety';
import { useTranslation } from '@/i18n/use-translation';
import { conversationWith } from '@/routing';
import { Sheet } from '@/ui';
import { Attendance } from '../../attendance/components/Attendance';
import { useSide } from '../../lists/components/BookingRow';
import { Answers } from '../../intake/components/Answers';
import { rowAction, type RowAction } from '../../model';
import { Contest } from '../../no-show/components/ContestForm';
import { BookAgain } from './BookAgain';
import { BookingActions } from './BookingActions';
import { BookingRatings } from './BookingRatings';
import { BookingSummary } from './BookingSummary';

interface BookingDetailDialogProps {
  /** undefined until it is known. */
  booking: BookingData | undefined;
  onClose: () => void;
  /** Shown until the booking is known. */
  children?: ReactNode;
}

/** The possible actions on a booking: respond, rate, request a rating, or view (product.md 4.7). */
export function BookingDetailDialog({ booking, onClose, children }: BookingDetailDialogProps) {
  const { t } = useTranslation('schedule');
  const action = useActionAtFirst(booking);
  return (
    <Sheet opened onClose={onClose} title={t(titleOf(action))}>
      {booking ? <BookingDetail booking={booking} /> : children}
    </Sheet>
  );
}

function BookingDetail({ booking }: { booking: BookingData }) {
  const side = useSide(booking);
  return (
    <>
      <BookingSummary booking={booking} side={side} />
      <Answers booking={booking} />
      <Attendance booking={booking} side={side} />
      <BookingActions booking={booking} side={side} />
      <Contest booking={booking} side={side} />
      <BookingRatings booking={booking} side={side} />
      <BookAgain booking={booking} side={side} />
      <MessageLink booking={booking} />
      <ReportAppointment booking={booking} />
      <GuestBlocking booking={booking} />
    </>
  );
}

/** What could be done when the booking became known: the title stays when it is done. */
function useActionAtFirst(booking: BookingData | undefined): RowAction | null {
  const { ownerId } = useSession();
  const [action, setAction] = useState<{ readonly value: RowAction | null } | null>(null);
  if (booking && !action) setAction({ value: rowAction(booking, booking.provider_id === ownerId ? 'order' : 'request', new Date()) });
  return action?.value ?? null;
}

/** Links to the conversation with the other side; guests have none. */
function MessageLink({ booking }: { booking: BookingData }) {
  const { t } = useTranslation('schedule');
  const other = useSide(booking) === 'order' ? booking.owner_id : booking.provider_id;
  if (booking.user_category !== 'active' || !other) return null;
  return (
    <Button
      component={Link}
      to={conversationWith(other)}
      variant="subtle"
      fullWidth
      mt="xs"
      leftSection={<IconMessageCircle size={18} aria-hidden />}
    >
      {t('writeMessage')}
    </Button>
  );
}

/** Reports the appointment of the other side: the client's or the provider's; a guest has no account to report. */
function ReportAppointment({ booking }: { booking: BookingData }) {
  const { t } = useTranslation('schedule');
  const other = useSide(booking) === 'order' ? booking.owner_id : booking.provider_id;
  const { opened, open, close } = useReportDialog('appointment', booking.order_id);
  if (booking.user_category !== 'active' || !other) return null;
  const account = accountNamed(other, booking.name, booking.username, booking.avatar);
  return (
    <>
      <Button variant="subtle" color="gray" fullWidth mt="xs" leftSection={<IconFlag size={18} aria-hidden />} onClick={open}>
        {t('reportAppointment')}
      </Button>
      <Suspense>
        {opened ? (
          <ReportThing subject={{ kind: 'appointment', id: booking.order_id, at: booking.client_start_time, account }} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}

/** A guest has no account to report; their provider can block them. */
function GuestBlocking({ booking }: { booking: BookingData }) {
  const side = useSide(booking);
  if (booking.user_category !== 'guest' || side !== 'order' || !booking.guest_email) return null;
  return (
    <Suspense>
      <BlockGuest orderId={booking.order_id} />
    </Suspense>
  );
}

function titleOf(action: RowAction | null) {
  switch (action) {
    case 'rate_session':
      return 'rating.title';
    case 'rate_client':
      return 'ratings.rateClientTitle';
    case 'request_rating':
      return 'rating.requestTitle';
    case 'review':
      return 'response.title';
    default:
      return 'response.detailsTitle';
  }
}
