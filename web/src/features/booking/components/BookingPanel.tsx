import { Suspense, useEffect, useRef } from 'react';
import { Alert, Button, Loader, Skeleton, Stack } from '@mantine/core';
import { IconArrowLeft, IconCalendarOff } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useSession, type AccountData, type Failure } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { EmptyState, QueryStates } from '@/ui';
import { useGetAccountProviderServicesQuery } from '../api';
import type { OfferedService } from '../basket';
import { previousView } from '../flow';
import { useBooking, type Booking } from '../hooks/use-booking';
import { AwayNotice } from './AwayNotice';
import classes from './BookingPanel.module.css';
import { BookingPreview, CompletePreview, fetchLastViews, SuccessfulPreview } from './last-views';
import { SchedulePreview } from './SchedulePreview';

interface BookingPanelProps {
  provider: AccountData;
}

/** Books a provider, from choosing services to the sent request (product.md 4.3 and 4.4). */
export function BookingPanel({ provider }: BookingPanelProps) {
  const { t } = useTranslation('booking');
  const query = useGetAccountProviderServicesQuery({ filter: 'active', providerId: provider.owner_id });
  return (
    <QueryStates
      query={query}
      skeleton={
        <Stack gap="xs">
          <Skeleton height={60} />
          <Skeleton height={60} />
          <Skeleton height={44} mt="md" />
        </Stack>
      }
      isEmpty={({ data }) => data.account_services.length === 0}
      empty={
        <EmptyState
          icon={IconCalendarOff}
          action={
            <Button component={Link} to={paths.search} variant="light">
              {t('findOthers')}
            </Button>
          }
        >
          {t('noServices')}
        </EmptyState>
      }
    >
      {({ data }) => <BookingViews provider={provider} services={data.account_services} />}
    </QueryStates>
  );
}

function BookingViews({ provider, services }: BookingPanelProps & { services: readonly OfferedService[] }) {
  const { t } = useTranslation(['booking', 'ui']);
  const session = useSession();
  const booking = useBooking(provider, services, t('firstBrief'));
  if (session.ownerId === provider.owner_id) {
    return (
      <Stack gap="sm">
        <PanelHeader booking={booking} />
        <AwayNotice provider={provider} />
        <p className={classes.note}>{t('ownPage')}</p>
        <SchedulePreview booking={booking} services={services} readOnly />
      </Stack>
    );
  }
  return (
    <div data-view={booking.flow.view} aria-busy={booking.locked || undefined}>
      <PanelHeader booking={booking} />
      {booking.flow.view === 'successfulPreview' ? null : <AwayNotice provider={provider} />}
      <BookingError booking={booking} />
      {booking.locked ? (
        <Loader className={classes.lock} role="status" aria-label={t('ui:loading')} />
      ) : (
        <Suspense fallback={<Loader className={classes.lock} role="status" aria-label={t('ui:loading')} />}>
          <CurrentView booking={booking} provider={provider} services={services} />
        </Suspense>
      )}
    </div>
  );
}

/** The panel's title and the back button. The title scrolls into view and is announced when the view changes. */
function PanelHeader({ booking }: { booking: Booking }) {
  const { t } = useTranslation('booking');
  const { view } = booking.flow;
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(view);
  useEffect(() => {
    if (before.current === view) return;
    before.current = view;
    heading.current?.scrollIntoView({ block: 'nearest' });
    heading.current?.focus({ preventScroll: true });
  }, [view]);
  function back(): void {
    booking.setFailure(null);
    booking.step({ type: 'view_shown', view: previousView(view) });
  }
  return (
    <div className={classes.head}>
      <h2 ref={heading} tabIndex={-1}>
        {t(`heading.${headingOf(booking)}`)}
      </h2>
      {view === 'bookingPreview' || view === 'completePreview' ? (
        <Button variant="subtle" size="compact-md" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={back}>
          {t('prev')}
        </Button>
      ) : null}
    </div>
  );
}

/** The key of the panel's title: of what is booked at once, the last two views have another one. */
function headingOf({ flow: { view }, outcome, placed }: Booking) {
  if (view === 'completePreview' && outcome === 'booked') return 'bookedAtOnce';
  return view === 'successfulPreview' && placed?.request_status === 'accepted' ? 'booked' : view;
}

/** The server's refusal, or the chosen time that somebody else took first. */
function BookingError({ booking }: { booking: Booking }) {
  const { t } = useTranslation('booking');
  const { flow, failure } = booking;
  if (flow.view === 'successfulPreview') return null;
  const reason = failure?.kind === 'login_over' ? t('guestOver') : failure && errorText(failure);
  const message = failure ? reason || t('failed') : flow.lost.length > 0 ? t('taken') : null;
  return (
    <div aria-live="assertive">
      {message ? (
        <Alert color="red" variant="light" className={classes.failure} styles={{ message: { color: 'var(--danger)' } }}>
          {message}
        </Alert>
      ) : null}
    </div>
  );
}

/** Messages about the whole request: the main sentence, and messages for fields that are not on the screen. */
function errorText({ main_msg, iv_msg }: Failure): string {
  const others = Object.entries(iv_msg).filter(
    ([field]) => field !== 'iv_brief' && field !== 'iv_guest_token' && !/^iv_(answer|client)_/.test(field),
  );
  return [...new Set([main_msg, ...others.map(([, sentence]) => sentence)])].filter(Boolean).join(' ');
}

function CurrentView({ booking, provider, services }: BookingPanelProps & { booking: Booking; services: readonly OfferedService[] }) {
  const { view } = booking.flow;
  useEffect(() => {
    if (view === 'bookingPreview') fetchLastViews();
  }, [view]);
  switch (view) {
    case 'schedulePreview':
      return <SchedulePreview booking={booking} services={services} />;
    case 'bookingPreview':
      return <BookingPreview booking={booking} />;
    case 'completePreview':
      return <CompletePreview booking={booking} provider={provider} />;
    case 'successfulPreview':
      return <SuccessfulPreview booking={booking} provider={provider} />;
  }
}
