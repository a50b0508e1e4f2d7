import { useState, type FormEvent } from 'react';
import { Button, Skeleton, Stack, TextInput } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { asFailure, type BookingData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { EmptyState, FocusPage, QueryStates } from '@/ui';
import { useGetGuestBookingQuery, useRequestGuestLinkMutation } from '../../api';
import { Attendance } from '../../attendance/components/Attendance';
import { Contest } from '../../no-show/components/ContestForm';
import { BookAgain } from '../components/BookAgain';
import { Answers } from '../../intake/components/Answers';
import { BookingActions } from '../components/BookingActions';
import { BookingRatings } from '../components/BookingRatings';
import { BookingSummary } from '../components/BookingSummary';
import { EndGuestLink } from '../components/EndGuestLink';
import { GuestData } from '../components/GuestData';
import { LinkTokenContext } from '../guest-link-token';

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
        <RequestNewLink orderId={orderId} />
      ) : (
        <LinkTokenContext value={token}>
          <QueryStates query={query} skeleton={<Skeleton height={280} />}>
            {({ data }) => (
              <Stack gap="lg">
                {dataKey ? <GuestData orderId={orderId} dataKey={dataKey} onErased={() => setOver('dataErased')} /> : null}
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

/** The link is expired or broken: it can be mailed again to the order's address. */
function RequestNewLink({ orderId }: { orderId: string }) {
  const { t } = useTranslation('schedule');
  const [email, setEmail] = useState('');
  const [mail, state] = useRequestGuestLinkMutation();
  const failure = state.error ? asFailure(state.error) : null;
  function submit(event: FormEvent): void {
    event.preventDefault();
    void mail({ iv_order_id: orderId, iv_email: email });
  }
  return (
    <Stack gap="md">
      <EmptyState icon={IconLinkOff}>{state.isSuccess ? t('guest.mailed') : t('guest.expired')}</EmptyState>
      {state.isSuccess ? null : (
        <form onSubmit={submit} noValidate>
          <Stack gap="sm">
            <TextInput
              label={t('guest.email')}
              type="email"
              autoComplete="email"
              value={email}
              error={failure ? (failure.iv_msg['iv_email'] ?? failure.main_msg) : null}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <Button type="submit" loading={state.isLoading}>
              {t('guest.mailAgain')}
            </Button>
          </Stack>
        </form>
      )}
    </Stack>
  );
}
