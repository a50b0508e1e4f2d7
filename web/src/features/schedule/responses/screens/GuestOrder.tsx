import { Suspense, useState } from 'react';
import { Button, Skeleton, Stack } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { asFailure, type BookingData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { EmptyState, FocusPage, QueryStates } from '@/ui';
import { lazyPart } from '@/ui/lazy-part';
import { useGetGuestBookingQuery } from '../../api';
import { Attendance } from '../../attendance/components/Attendance';
import { Contest } from '../../no-show/components/ContestForm';
import { BookAgain } from '../components/BookAgain';
import { Answers } from '../../intake/components/Answers';
import { BookingActions } from '../components/BookingActions';
import { BookingRatings } from '../components/BookingRatings';
import { BookingSummary } from '../components/BookingSummary';
import { EndGuestLink } from '../components/EndGuestLink';
import { LinkTokenContext } from '../guest-link-token';

/** Shown to a guest who followed the link to all that is stored about them. */
const GuestData = lazyPart(() => import('../components/GuestData'));
/** Shown to a guest whose link no longer works. */
const RequestNewLink = lazyPart(() => import('../components/RequestNewLink'));

/** Guests have no socket room, so this page polls for the other side's changes; in milliseconds. */
const pollingInterval = 20_000;

/** /guest_client/schedule_manager/…: a guest's order, opened from the mail without an account. */
export default function GuestOrder() {
  const { t } = useTranslation('schedule');
  const { orderId = '' } = useParams();
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const query = useGetGuestBookingQuery({ orderId, token }, { pollingInterval: pollingInterval });
  const dataKey = search.get('data') ?? '';
  const [over, setOver] = useState<'linkEnded' | 'dataErased' | null>(null);
  // When a later poll fails, the page and the typed text stay.
  const refused = !query.currentData && query.isError && !query.isFetching && asFailure(query.error).kind !== 'unavailable';
  return (
    <FocusPage title={t('guest.title')}>
      {over ? (
        <div role="status">
          <EmptyState icon={IconLinkOff}>{t(`guest.${over}`)}</EmptyState>
        </div>
      ) : refused ? (
        <Suspense fallback={<Skeleton height={280} />}>
          <RequestNewLink orderId={orderId} />
        </Suspense>
      ) : (
        <LinkTokenContext value={token}>
          <QueryStates query={query} skeleton={<Skeleton height={280} />}>
            {({ data }) => (
              <Stack gap="lg">
                {dataKey ? (
                  <Suspense fallback={<Skeleton height={160} />}>
                    <GuestData orderId={orderId} dataKey={dataKey} onErased={() => setOver('dataErased')} />
                  </Suspense>
                ) : null}
                <GuestBooking booking={data.booking_data} onLinkEnded={() => setOver('linkEnded')} />
              </Stack>
            )}
          </QueryStates>
        </LinkTokenContext>
      )}
    </FocusPage>
  );
}

function GuestBooking({ booking, onLinkEnded }: { booking: BookingData; onLinkEnded: () => void }) {
  const { t } = useTranslation('schedule');
  return (
    <Stack gap="lg">
      <BookingSummary booking={booking} side="request" />
      <Answers booking={booking} />
      <Attendance booking={booking} side="request" />
      <BookingActions booking={booking} side="request" />
      <Contest booking={booking} side="request" />
      <BookingRatings booking={booking} side="request" />
      <BookAgain booking={booking} side="request" />
      <Stack gap="xs">
        <Button component={Link} to={paths.feed} variant="default">
          {t('guest.explore')}
        </Button>
        <Button component={Link} to={paths.signUp} variant="light">
          {t('guest.join')}
        </Button>
        <EndGuestLink orderId={booking.order_id} onEnded={onLinkEnded} />
      </Stack>
    </Stack>
  );
}
