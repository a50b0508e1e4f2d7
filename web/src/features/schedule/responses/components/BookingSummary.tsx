import type { ReactNode } from 'react';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import {
  parseJsonList,
  shownStatus,
  type BookedSession,
  type BookingData,
  type BookingStatus,
  type BookedSessionState,
  type Side,
} from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { clientOfOrderPath } from '@/routing';
import { Duration, Price, useNow, type Priced } from '@/ui';
import { kindOfTotal } from '@/ui/money';
import { StatusChip } from '@/ui/StatusChip';
import { ComingChip } from '../../attendance/components/ComingChip';
import { CancellingFacts } from '../../cancelling/components/CancellingFacts';
import { NoShowFacts } from '../../no-show/components/NoShowFacts';
import { noShowsOf } from '../../no-show/no-shows';
import { MapLink } from '../../venues/components/MapLink';
import { useTimeLeft } from '../../hooks/use-time-left';
import { useTimeRangeText, useClockNote } from '../../hooks/use-time-range-text';
import { dueSession, sessionStatus } from '../../sessions';
import { reasonOfEnd } from '../../ended-by-itself';
import classes from './BookingSummary.module.css';

interface OrderedService {
  readonly service: string;
  readonly duration: number;
  readonly cost: number;
  /** Missing in orders from before briefs were kept. */
  readonly brief?: string;
  /** Missing in orders from before it was kept. */
  readonly price_kind?: Priced['price_kind'];
}

interface SummaryProps {
  booking: BookingData;
  side: Side;
}

/** All details of a booking, with long parts collapsed. */
export function BookingSummary({ booking, side }: SummaryProps) {
  const { t } = useTranslation('schedule');
  const now = useNow();
  return (
    <dl className={classes.summary}>
      <Fact wide name={side === 'order' ? t('summary.client') : t('summary.provider')}>
        <span className={classes.line}>
          <OtherSide booking={booking} side={side} />
          <StatusChip status={shownStatus(booking, now)} />
          <ComingChip booking={booking} />
        </span>
      </Fact>
      <Deadline booking={booking} side={side} />
      <Completion booking={booking} side={side} />
      <Times booking={booking} />
      <Cost booking={booking} />
      <Place booking={booking} side={side} />
      {booking.contact_phone ? (
        <Fact wide name={t('summary.phone')}>
          <Anchor href={`tel:${booking.contact_phone}`} dir="ltr">
            {booking.contact_phone}
          </Anchor>
        </Fact>
      ) : null}
      {booking.brief ? (
        <Fact wide isUserText name={side === 'order' ? t('summary.brief') : t('summary.ownBrief')}>
          {booking.brief}
        </Fact>
      ) : null}
      <CancellingFacts booking={booking} fact={wideFact} />
      <NoShowFacts booking={booking} fact={wideFact} />
      <Feedback text={noShowsOf(booking).some(({ note }) => note === booking.feedback) ? '' : booking.feedback} />
    </dl>
  );
}

/** The name of the other side; a client's leads the provider to their page. Who is erased has none. */
function OtherSide({ booking, side }: SummaryProps) {
  const { t } = useTranslation('schedule');
  const name = <b>{booking.name || booking.guest_name}</b>;
  if (side !== 'order' || !booking.owner_id) return name;
  return (
    <Anchor component={Link} to={clientOfOrderPath(booking.order_id)} title={t('summary.toClient')}>
      {name}
    </Anchor>
  );
}

/** What the other side wrote last, or why the server ended the booking. */
function Feedback({ text }: { text: string }) {
  const { t } = useTranslation('schedule');
  const reason = reasonOfEnd(text);
  if (!text) return null;
  return (
    <Fact wide isUserText={!reason} name={reason ? t('summary.whyEnded') : t('summary.feedback')}>
      {reason ? t(`ended.${reason}`) : text}
    </Fact>
  );
}

interface FactProps {
  name: string;
  wide?: boolean;
  /** Text written by a user, with its line breaks and in its own direction. */
  isUserText?: boolean;
  children: ReactNode;
}

function Fact({ name, wide = false, isUserText = false, children }: FactProps) {
  return (
    <div className={wide ? classes.wide : undefined}>
      <dt>{name}</dt>
      <dd {...(isUserText ? { className: classes.text, dir: 'auto' } : {})}>{children}</dd>
    </div>
  );
}

const wideFact = (name: string, children: ReactNode) => (
  <Fact wide name={name}>
    {children}
  </Fact>
);

/** Until when a request waits for its answer, and from whom (product.md 4.10). */
function Deadline({ booking: { answer_by, proposed_by, name }, side }: SummaryProps) {
  const { t } = useTranslation('schedule');
  const timeLine = useTimeRangeText();
  const left = useTimeLeft(answer_by);
  if (!left) return null;
  const isOwn = (side === 'order') !== (proposed_by === 'provider');
  return (
    <Fact wide name={isOwn ? t('summary.answerBy') : t('summary.answeredBy', { name })}>
      <time dateTime={answer_by}>{t('summary.until', { time: timeLine(answer_by, answer_by), left })}</time>
      <small className={classes.zone}>{t('summary.thenEnds')}</small>
    </Fact>
  );
}

/** When a session that is over completes the booking by itself, and until when a completed one can be rated (product.md 4.10, 4.12). */
function Completion({ booking: { completes_at, rate_by, provider_end_time }, side }: SummaryProps) {
  const { t } = useTranslation('schedule');
  const timeLine = useTimeRangeText();
  const now = useNow();
  const completesIn = useTimeLeft(completes_at);
  const rateIn = useTimeLeft(rate_by);
  if (completesIn && new Date(provider_end_time) <= now) {
    return (
      <Fact wide name={t('summary.completesAt')}>
        <time dateTime={completes_at}>{t('summary.until', { time: timeLine(completes_at, completes_at), left: completesIn })}</time>
        <small className={classes.zone}>{t('summary.unlessSaid')}</small>
      </Fact>
    );
  }
  if (!rateIn || side === 'order') return null;
  return (
    <Fact wide name={t('summary.rateBy')}>
      <time dateTime={rate_by}>{t('summary.until', { time: timeLine(rate_by, rate_by), left: rateIn })}</time>
    </Fact>
  );
}

function Times({ booking }: { booking: BookingData }) {
  const { t } = useTranslation('schedule');
  const timeLine = useTimeRangeText();
  const clockNote = useClockNote();
  const sessions = parseJsonList<BookedSession>(booking.session_time);
  const { times, position, count } = dueSession(booking);
  const alias = sessions[position - 1]?.alias;
  return (
    <>
      <Fact wide name={t('summary.date')}>
        {timeLine(times.provider_start_time, times.provider_end_time)}
        {alias ? <bdi> · {alias}</bdi> : null}
        {count > 1 ? ` · ${t('sessionOf', { position, count })}` : ''}
        <small className={classes.zone}>{clockNote}</small>
      </Fact>
      <Fact name={t('summary.duration')}>
        <Duration minutes={booking.total_duration} />
      </Fact>
      {sessions.length > 1 ? <Sessions booking={booking} sessions={sessions} /> : null}
    </>
  );
}

/** Every session with what became of it. */
function Sessions({ booking, sessions }: { booking: BookingData; sessions: readonly BookedSession[] }) {
  const { t } = useTranslation('schedule');
  const timeLine = useTimeRangeText();
  const now = useNow();
  return (
    <Fact wide name={t('summary.sessions')}>
      <ol className={classes.sessions}>
        {sessions.map((session) => (
          <li key={session.provider_start_time} className={classes.line}>
            <span>
              {timeLine(session.provider_start_time, session.provider_end_time)}
              {session.alias ? <bdi> · {session.alias}</bdi> : null}
            </span>
            <SessionChip status={sessionStatus(booking, session, now)} state={session.session_state} />
          </li>
        ))}
      </ol>
    </Fact>
  );
}

/** The state of a session in its colour: what was done or missed says so, all others have a booking's words. */
function SessionChip({ status, state }: { status: BookingStatus; state: BookedSessionState | undefined }) {
  const { t } = useTranslation('schedule');
  if (state === 'missed') return <StatusChip status="cancelled">{t('sessionState.missed')}</StatusChip>;
  return <StatusChip status={status}>{state === 'done' ? t('sessionState.done') : null}</StatusChip>;
}

function Cost({ booking }: { booking: BookingData }) {
  const { t } = useTranslation('schedule');
  const services = parseJsonList<OrderedService>(booking.services);
  return (
    <Fact name={t('summary.cost')}>
      <Price of={{ cost: booking.total_cost, currency: booking.total_currency, price_kind: kindOfTotal(services) }} />
      {services.length > 0 ? (
        <details>
          <summary>{t('summary.services')}</summary>
          {services.map((service) => (
            <span key={service.service} className={classes.line}>
              <span>
                {service.service} · <Duration minutes={service.duration} />
                {service.brief ? <bdi className={classes.brief}>{service.brief}</bdi> : null}
              </span>
              <Price of={{ ...service, currency: booking.total_currency }} />
            </span>
          ))}
        </details>
      ) : null}
    </Fact>
  );
}

/** At the client's: the address, which only the two sides see, how to find it, and for the provider a map. */
function AtClient({ booking, side }: SummaryProps) {
  const { t } = useTranslation('schedule');
  return (
    <Fact wide name={t(side === 'order' ? 'visit.atClient' : 'visit.atYours')}>
      {booking.delivery_location ? <bdi>{booking.delivery_location} </bdi> : t('visit.gone')}
      <MapLink booking={booking} isProvider={side === 'order'} />
      {booking.place_note ? <bdi className={classes.brief}>{booking.place_note}</bdi> : null}
    </Fact>
  );
}

/** In person: the address. Remote: the link, once the appointment is confirmed. */
function Place({ booking, side }: SummaryProps) {
  const { t } = useTranslation(['schedule', 'ui']);
  const inPerson = booking.delivery_mode === 'in-person';
  if (booking.at_client) return <AtClient booking={booking} side={side} />;
  const joinable = !inPerson && ['accepted', 'ongoing'].includes(booking.request_status) && /^https:\/\//.test(booking.delivery_location);
  return (
    <Fact wide name={t('summary.mode')}>
      {t(inPerson ? 'ui:deliveryMode.in-person' : 'ui:deliveryMode.remote')}
      {booking.place_name ? <bdi> · {booking.place_name}</bdi> : null}
      {inPerson && booking.delivery_location ? (
        <details>
          <summary>{t('summary.location')}</summary>
          {booking.delivery_location}
          {booking.place_note ? <bdi className={classes.brief}>{booking.place_note}</bdi> : null}
        </details>
      ) : null}
      {inPerson && !booking.delivery_location && booking.request_status === 'pending' ? (
        <small className={classes.zone}>{t('summary.whereOnAccept', { name: booking.name })}</small>
      ) : null}
      {joinable ? (
        <>
          {' · '}
          <Anchor href={booking.delivery_location} target="_blank" rel="noopener noreferrer">
            {t('response.joinNow')}
          </Anchor>
        </>
      ) : null}
    </Fact>
  );
}
