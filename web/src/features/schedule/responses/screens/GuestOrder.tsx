import { Suspense, useState } from 'react';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { asFailure, type BookingData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { EmptyState, FocusPage, QueryStates } from '@/ui';
import { lazyPart } from '@/ui/lazy-part';
import { useEndGuestLinkMutation, useGetGuestBookingQuery } from '../../api';
import { Attendance } from '../../attendance/components/Attendance';
import { Contest } from '../../no-show/components/ContestForm';
import { BookAgain } from '../components/BookAgain';
import { Answers } from '../../intake/components/Answers';
import { BookingActions } from '../components/BookingActions';
import { BookingRatings } from '../components/BookingRatings';
import { BookingSummary } from '../components/BookingSummary';
import { LinkTokenContext, useLinkToken } from '../guest-link-token';

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

interface EndGuestLinkProps {
  orderId: string;
  onEnded: () => void;
}

/** Ends the link by which a guest has come here: somebody else may have it too (product.md 4.6). */
function EndGuestLink({ orderId, onEnded }: EndGuestLinkProps) {
  const { t } = useTranslation(['schedule', 'ui']);
  const token = useLinkToken();
  const [asking, setAsking] = useState(false);
  const [end, state] = useEndGuestLinkMutation();
  async function confirm(): Promise<void> {
    const answer = await end({ ...token, guestLinkEnd: { iv_order_id: orderId } });
    if (!answer.error) onEnded();
  }
  if (!asking)
    return (
      <Button variant="subtle" color="gray" onClick={() => setAsking(true)}>
        {t('guest.endLink')}
      </Button>
    );
  return (
    <Stack gap="xs" role="group" aria-label={t('guest.endLink')}>
      <Text size="sm">{t('guest.endLinkSure')}</Text>
      <Group gap="xs">
        <Button color="red" loading={state.isLoading} onClick={() => void confirm()}>
          {t('ui:yes')}
        </Button>
        <Button variant="default" disabled={state.isLoading} onClick={() => setAsking(false)} data-autofocus>
          {t('ui:no')}
        </Button>
      </Group>
      {state.error ? (
        <Text role="alert" size="sm" c="var(--danger)">
          {asFailure(state.error).main_msg}
        </Text>
      ) : null}
    </Stack>
  );
}
