import { Suspense, useMemo, useId } from 'react';
import { Button, Group, Skeleton } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { Link } from 'react-router-dom';
import { useSession, whole, type BookingData, type BookingInfo } from '@/api';
import { dateIn } from '@/features/booking';
import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { deviceTimezone } from '@/platform/device';
import { paths, schedulePath, useDialog } from '@/routing';
import { Page, QueryStates, useNow, useDurationText } from '@/ui';
import { lazyPart } from '@/ui/lazy-part';
import { useGetBookingInfoQuery } from '../../api';
import { OwnAway } from '../../away/components/OwnAway';
import { sessionEvents } from '../../calendar/session-events';
import { blocksBetween } from '../../diary/blocks';
import { EnterButton } from '../../diary/components/EnterButton';
import { useDiary } from '../../diary/hooks/use-diary';
import { useClockText } from '../../hooks/use-clock-text';
import { useServiceColours } from '../../hooks/use-service-colours';
import { LoadOlder } from '../../lists/components/LoadOlder';
import { useOlderBookings } from '../../lists/hooks/use-older-bookings';
import { PrintButton } from '../../print/components/PrintButton';
import { dayPlan, isHeld, pendingOf, type PlannedSession, type TimeRange } from '../../today/day-plan';
import { useOpenTimes } from '../../today/hooks/use-open-times';
import { useGetNotesOfOrdersQuery } from '../api';
import { Changes } from '../components/Changes';
import { DayList, minutesOf } from '../components/DayList';
import { DayStrip } from '../components/DayStrip';
import { SessionCard } from '../components/SessionCard';
import { Waiting } from '../components/Waiting';
import { noonOf } from '../dates';
import { useShownDay, type ShownDay } from '../hooks/use-shown-day';
import classes from './Day.module.css';

const OpenedBooking = lazyPart(() => import('../../lists/components/OpenedBooking'));

/** /schedule_manager/today: a provider's day, or with `day` in the address another one (product.md 4.19). */
export default function Day() {
  const { t } = useTranslation('schedule');
  const query = useGetBookingInfoQuery(whole);
  const shown = useShownDay();
  return (
    <Page title={t('day.title')} lead={<DayName day={shown.day} />} actions={<OtherViews />}>
      <OwnAway />
      <QueryStates query={query} dated skeleton={<DaySkeleton />}>
        {({ data }) => <DayContent info={data} shown={shown} />}
      </QueryStates>
    </Page>
  );
}

function DayName({ day }: { day: string }) {
  const { i18n } = useTranslation();
  return <>{dateTimeFormat(formatLocale(i18n.language), { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))}</>;
}

function OtherViews() {
  const { t } = useTranslation('schedule');
  return (
    <>
      <Button component={Link} to={schedulePath('upcoming_schedule', 'calendar')} variant="default" size="compact-md">
        {t('day.calendar')}
      </Button>
      <Button component={Link} to={schedulePath('upcoming_schedule')} variant="default" size="compact-md">
        {t('day.lists')}
      </Button>
      <Button component={Link} to={paths.figures} variant="default" size="compact-md">
        {t('day.figures')}
      </Button>
    </>
  );
}

function DayContent({ info, shown }: { info: BookingInfo; shown: ShownDay }) {
  const older = useOlderBookings(info);
  const now = useNow();
  const { opened, subject, open, close } = useDialog(['booking'] as const, 'booking');
  const { order, request } = older.bookings;
  const all = useMemo(() => [...order, ...request], [order, request]);
  const byId = useMemo(() => new Map(all.map((booking) => [booking.order_id, booking])), [all]);
  const openTimes = useOpenTimes(shown.day);
  const plan = dayPlan(all, openTimes ?? [], now, noonOf(shown.day));
  const colourOf = useServiceColours();
  const show = (orderId: string) => open('booking', orderId);
  const noon = noonOf(shown.day);
  const begins = new Date(noon.getFullYear(), noon.getMonth(), noon.getDate());
  const ends = new Date(noon.getFullYear(), noon.getMonth(), noon.getDate() + 1);
  const diary = useDiary();
  return (
    <div className={classes.board}>
      <div className={classes.main}>
        <DayStrip shown={shown} countOf={useCounts(all)} />
        {shown.isToday ? <NowAndNext sessions={soon(all, now)} bookings={byId} colourOf={colourOf} onOpen={show} /> : null}
        <DayList
          plan={plan}
          bookings={byId}
          colourOf={colourOf}
          onOpen={show}
          blocked={blocksBetween(diary?.blocked ?? [], begins, ends)}
          onBlock={diary?.onBlock}
        />
        {shown.day < shown.today ? <LoadOlder older={older} pages="every" /> : null}
        <Group gap="xs">
          {diary ? <EnterButton day={shown.day} onEnter={diary.onEnter} /> : null}
          <PrintButton bookings={all} from={begins} to={ends} />
        </Group>
      </div>
      <aside className={classes.side}>
        <Waiting
          requests={pendingOf(order, now).filter((each) => each.proposed_by !== 'provider')}
          proposals={proposalsIn(order, request)}
          onOpen={show}
        />
        <Changes revisions={all.reduce((sum, { revision }) => sum + (revision ?? 0), all.length)} onOpen={show} />
        <FreeTime ranges={openTimes?.filter(({ end }) => end > now) ?? null} isToday={shown.isToday} />
      </aside>
      <Suspense>{opened && subject ? <OpenedBooking key={subject} orderId={subject} shown={all} onClose={close} /> : null}</Suspense>
      {diary?.dialog}
    </div>
  );
}

/** Appointments for which the other side proposes another time. */
const proposalsIn = (order: readonly BookingData[], request: readonly BookingData[]): BookingData[] => [
  ...order.filter(({ proposed_by, request_status }) => proposed_by === 'client' && request_status !== 'pending'),
  ...request.filter(({ proposed_by }) => proposed_by === 'provider'),
];

/** The session that is held, and the next one that was accepted. */
function soon(bookings: readonly BookingData[], now: Date): PlannedSession[] {
  const { next } = dayPlan(bookings, null, now);
  if (!next || !isHeld(next, now)) return next ? [next] : [];
  const others = bookings.filter(({ order_id }) => order_id !== next.orderId);
  const after = dayPlan(others, null, now).next;
  return after ? [next, after] : [next];
}

/** How many sessions each day has, without those that come to nothing. */
function useCounts(bookings: readonly BookingData[]): (date: string) => number {
  const now = useNow();
  const counts = useMemo(() => {
    const found = new Map<string, number>();
    for (const { start, status, proposed } of sessionEvents(bookings, now)) {
      if (proposed || status === 'cancelled' || status === 'rejected') continue;
      const date = dateIn(start, deviceTimezone());
      found.set(date, (found.get(date) ?? 0) + 1);
    }
    return found;
  }, [bookings, now]);
  return (date) => counts.get(date) ?? 0;
}

interface NowAndNextProps {
  sessions: readonly PlannedSession[];
  bookings: ReadonlyMap<string, BookingData>;
  colourOf: (booking: BookingData) => number | null;
  onOpen: (orderId: string) => void;
}

/** Their cards, with the provider's notes of their clients. */
function NowAndNext({ sessions, bookings, colourOf, onOpen }: NowAndNextProps) {
  const { t } = useTranslation('schedule');
  const { ownerId } = useSession();
  const shown = sessions.flatMap((session) => {
    const booking = bookings.get(session.orderId);
    return booking ? [{ session, booking }] : [];
  });
  const own = shown.filter(({ booking }) => booking.provider_id === ownerId).map(({ booking }) => booking.order_id);
  const notes = useGetNotesOfOrdersQuery(own.length > 0 ? [...own].sort().join(',') : skipToken).currentData?.data.notes;
  if (shown.length === 0) return <p className={classes.quiet}>{t('day.nothingNext')}</p>;
  return (
    <div className={classes.cards}>
      {shown.map(({ session, booking }) => (
        <SessionCard
          key={session.id}
          session={session}
          booking={booking}
          isProvider={booking.provider_id === ownerId}
          colour={colourOf(booking)}
          note={notes?.find(({ order_id }) => order_id === booking.order_id)}
          onOpen={onOpen}
        />
      ))}
    </div>
  );
}

function DaySkeleton() {
  return (
    <div className={classes.board}>
      <div className={classes.main}>
        <Skeleton height={124} radius="md" />
        <Skeleton height={220} radius="lg" />
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} height={64} radius="sm" />
        ))}
      </div>
      <div className={classes.side}>
        <Skeleton height={160} radius="lg" />
        <Skeleton height={200} radius="lg" />
      </div>
    </div>
  );
}

/** What clients can still book of the day: how much together, and when. Nothing until it is known. */
function FreeTime({ ranges, isToday }: { ranges: readonly TimeRange[] | null; isToday: boolean }) {
  const { t } = useTranslation('schedule');
  const duration = useDurationText();
  const clock = useClockText();
  const titleId = useId();
  if (!ranges) return null;
  const minutes = ranges.reduce((sum, range) => sum + minutesOf(range), 0);
  return (
    <section className={classes.panel} aria-labelledby={titleId}>
      <h2 id={titleId}>{t(isToday ? 'day.freeToday' : 'day.free')}</h2>
      {minutes === 0 ? (
        <p>{t('day.noneFree')}</p>
      ) : (
        <p>
          <b>{duration(minutes)}</b> · {ranges.map((range) => clock.range(range)).join(', ')}
        </p>
      )}
    </section>
  );
}
