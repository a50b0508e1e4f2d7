import { useId } from 'react';
import { Button, UnstyledButton } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useSession, type BookingData, type BookingsList } from '@/api';
import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { deviceTimezone } from '@/platform/device';
import { paths, schedulePath, type ScheduleTab } from '@/routing';
import { Avatar, useDurationText, useNow } from '@/ui';
import { dayKey } from '@/ui/day-mark';
import { useClockText } from '../../hooks/use-clock-text';
import { useTimeRangeText } from '../../hooks/use-time-range-text';
import { dayPlan, markOf, pendingOf, type DayPlan, type PlannedSession } from '../day-plan';
import { useOpenTimes } from '../hooks/use-open-times';
import classes from './Today.module.css';

interface TodayProps {
  bookings: BookingsList;
  /** Whether a schedule with nothing ahead leads to the first step. A list without bookings does so itself. */
  leadsOn?: boolean;
  onOpen: (orderId: string) => void;
}

/** How many requests are shown; a link leads to the others. */
const shownRequests = 4;

/** The day at a glance, beside the lists and the calendar of a wide screen. */
export function Today({ bookings, leadsOn = false, onOpen }: TodayProps) {
  const { t, i18n } = useTranslation('schedule');
  const now = useNow();
  const titleId = useId();
  const plan = dayPlan([...bookings.order, ...bookings.request], useOpenTimes(), now);
  const date = dateTimeFormat(formatLocale(i18n.language), { weekday: 'long', day: 'numeric', month: 'long', timeZone: deviceTimezone() });
  return (
    <section className={classes.today} aria-labelledby={titleId}>
      <header>
        <h2 id={titleId}>{t('today.title')}</h2>
        <p>{date.format(now)}</p>
      </header>
      {plan.next ? <NextSession session={plan.next} onOpen={onOpen} /> : null}
      <Plan plan={plan} leadsOn={leadsOn} onOpen={onOpen} />
      <Requests bookings={pendingOf(bookings.order, now)} title={t('today.toAnswer')} tab="order" onOpen={onOpen} />
      <Requests bookings={pendingOf(bookings.request, now)} title={t('today.waiting')} tab="request" onOpen={onOpen} />
    </section>
  );
}

/** The same on small screens, where the lists follow: what is held now or comes next. Nothing if there is neither. */
export function TodayBrief({ bookings, onOpen }: TodayProps) {
  const { next } = dayPlan([...bookings.order, ...bookings.request], null, useNow());
  return next ? <NextSession session={next} onOpen={onOpen} /> : null;
}

function NextSession({ session, onOpen }: { session: PlannedSession; onOpen: (orderId: string) => void }) {
  const { t } = useTranslation('schedule');
  const dayAndTime = useTimeRangeText();
  const time = useClockText();
  const now = useNow();
  const isToday = dayKey(session.start) === dayKey(now);
  return (
    <UnstyledButton className={classes.next} data-status={session.status} onClick={() => onOpen(session.orderId)}>
      <span className={classes.mark}>{t(`today.${markOf(session, now)}`)}</span>
      <b className="figure">{isToday ? time.range(session) : dayAndTime(session.start.toISOString(), session.end.toISOString())}</b>
      <span className={classes.name}>{session.name}</span>
    </UnstyledButton>
  );
}

interface PlanProps {
  plan: DayPlan;
  leadsOn: boolean;
  onOpen: (orderId: string) => void;
}

/** The day's sessions and free times in order. */
function Plan({ plan, leadsOn, onOpen }: PlanProps) {
  const { t } = useTranslation(['schedule', 'ui']);
  const time = useClockText();
  const duration = useDurationText();
  if (plan.entries.length === 0) return <EmptyDay leadsOn={leadsOn && !plan.next} />;
  return (
    <ol className={classes.plan}>
      {plan.entries.map((entry) =>
        entry.kind === 'free' ? (
          <li key={`free ${entry.start.toISOString()}`} className={classes.free}>
            <time dateTime={entry.start.toISOString()}>{time.of(entry.start)}</time>
            <span>
              {t('today.free')} · {duration((entry.end.getTime() - entry.start.getTime()) / 60_000)}
            </span>
          </li>
        ) : (
          <li key={entry.id} className={classes.session} data-status={entry.status}>
            <time dateTime={entry.start.toISOString()}>{time.of(entry.start)}</time>
            <UnstyledButton onClick={() => onOpen(entry.orderId)}>
              <b>{entry.name}</b>
              <span>
                {time.range(entry)} · {t(`ui:status.${entry.status}`)}
              </span>
            </UnstyledButton>
          </li>
        ),
      )}
    </ol>
  );
}

/** A day without sessions and free times. */
function EmptyDay({ leadsOn }: { leadsOn: boolean }) {
  const { t } = useTranslation('schedule');
  const { serviceProvider } = useSession();
  return (
    <div className={classes.empty}>
      <p>{t('today.none')}</p>
      {leadsOn ? (
        <Button component={Link} to={serviceProvider ? paths.appointmentBookingSettings : paths.search} variant="light" size="sm">
          {t(serviceProvider ? 'today.openHours' : 'today.find')}
        </Button>
      ) : null}
    </div>
  );
}

interface RequestsProps {
  bookings: readonly BookingData[];
  title: string;
  /** The tab that shows all of them. */
  tab: ScheduleTab;
  onOpen: (orderId: string) => void;
}

/** Requests without an answer; nothing if there are none. */
function Requests({ bookings, title, tab, onOpen }: RequestsProps) {
  const { t } = useTranslation('schedule');
  const dayAndTime = useTimeRangeText();
  const titleId = useId();
  if (bookings.length === 0) return null;
  return (
    <section className={classes.requests} aria-labelledby={titleId}>
      <h3 id={titleId}>
        {title} <span className={classes.count}>{bookings.length}</span>
      </h3>
      <ul>
        {bookings.slice(0, shownRequests).map((booking) => {
          const name = booking.name || booking.guest_name;
          return (
            <li key={booking.order_id}>
              <UnstyledButton className={classes.request} onClick={() => onOpen(booking.order_id)}>
                <Avatar name={name} src={booking.avatar} size={36} />
                <span>
                  <b>{name}</b>
                  <small>{dayAndTime(booking.provider_start_time, booking.provider_end_time)}</small>
                </span>
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
      {bookings.length > shownRequests ? (
        <Link className={classes.all} to={schedulePath('pending_requests', tab)}>
          {t('today.all')}
        </Link>
      ) : null}
    </section>
  );
}
