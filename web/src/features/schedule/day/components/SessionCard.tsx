import { Anchor, Button } from '@mantine/core';
import { IconMapPin, IconMessageCircle, IconNote, IconVideo } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import { dueStart, type BookingData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { clientOfOrderPath, conversationWith } from '@/routing';
import { Avatar, useNow } from '@/ui';
import { dayKey } from '@/ui/day-mark';
import { ComingChip } from '../../attendance/components/ComingChip';
import { usePlaceText } from '../../hooks/use-place-text';
import { useTimeAhead } from '../../hooks/use-time-left';
import { useClockText } from '../../hooks/use-clock-text';
import { useTimeRangeText } from '../../hooks/use-time-range-text';
import { responsesFor, type Response } from '../../model';
import type { ChosenAnswer } from '../../responses/response-request';
import { serviceNames } from '../../service-names';
import { ServiceMark } from '../../ServiceMark';
import colours from '../../service-colours.module.css';
import { MapLink } from '../../venues/components/MapLink';
import { isHeld, markOf, type PlannedSession } from '../../today/day-plan';
import type { OrderNote } from '../api';
import classes from '../screens/Day.module.css';

/** From when before its start a session can be started here, in milliseconds. */
const SOON = 60 * 60_000;

interface SessionCardProps {
  session: PlannedSession;
  booking: BookingData;
  /** Whether the signed-in account is the provider of it. */
  isProvider: boolean;
  colour: number | null;
  note: OrderNote | undefined;
  onOpen: (orderId: string) => void;
}

/** What is held now or comes next: with whom, when, where, and what the provider should know before it (product.md 4.19). */
export function SessionCard({ session, booking, isProvider, colour, note, onOpen }: SessionCardProps) {
  const { t } = useTranslation('schedule');
  const held = isHeld(session, useNow());
  const name = booking.name || booking.guest_name;
  return (
    <article
      className={`${classes.card} ${colours.colour}`}
      data-colour={colour ?? undefined}
      data-status={session.status}
      aria-label={t(held ? 'day.nowWith' : 'day.nextWith', { name })}
    >
      <When session={session} />
      <span className={classes.who}>
        <Avatar name={name} src={booking.avatar} size={44} />
        <span>
          {isProvider && booking.owner_id ? (
            <Anchor component={Link} to={clientOfOrderPath(booking.order_id)} title={t('summary.toClient')} fw={700}>
              {session.name}
            </Anchor>
          ) : (
            <b>{session.name}</b>
          )}
          <span>
            <ServiceMark />
            {serviceNames(booking)}
          </span>
        </span>
      </span>
      <ComingChip booking={booking} />
      <Place booking={booking} isProvider={isProvider} />
      <Known icon={IconNote} name={t('day.note')} text={note?.note ?? ''} tags={note?.tags ?? []} />
      <Known icon={IconMessageCircle} name={t(isProvider ? 'summary.brief' : 'summary.ownBrief')} text={booking.brief} />
      <Actions booking={booking} isProvider={isProvider} onOpen={onOpen} />
    </article>
  );
}

/** The time, and how long it is until then; of another day with the date. */
function When({ session }: { session: PlannedSession }) {
  const { t } = useTranslation('schedule');
  const clock = useClockText();
  const dayAndTime = useTimeRangeText();
  const now = useNow();
  const left = useTimeAhead(session.start);
  const held = isHeld(session, now);
  const isToday = dayKey(session.start) === dayKey(now);
  return (
    <p className={classes.when}>
      <span className={classes.mark}>{t(`day.${markOf(session, now)}`)}</span>
      <b className="figure">{isToday ? clock.range(session) : dayAndTime(session.start.toISOString(), session.end.toISOString())}</b>
      {!held && left ? <span>{left}</span> : null}
    </p>
  );
}

/** The address, or the meeting link. */
function Place({ booking, isProvider }: Pick<SessionCardProps, 'booking' | 'isProvider'>) {
  const { t } = useTranslation('schedule');
  const place = usePlaceText()(booking);
  const remote = booking.delivery_mode === 'remote';
  const Picture = remote ? IconVideo : IconMapPin;
  const link = remote && /^https:\/\//.test(booking.delivery_location) ? booking.delivery_location : null;
  return (
    <p className={classes.known}>
      <Picture size={18} aria-hidden />
      {link ? (
        <Anchor href={link} target="_blank" rel="noopener noreferrer" inherit>
          {t('response.joinNow')}
        </Anchor>
      ) : (
        <span>
          {place} <MapLink booking={booking} isProvider={isProvider} />
          {booking.at_client && booking.place_note ? <small>{booking.place_note}</small> : null}
        </span>
      )}
    </p>
  );
}

interface KnownProps {
  icon: typeof IconNote;
  name: string;
  text: string;
  tags?: readonly string[];
}

/** What somebody wrote, under its name; nothing where nobody did. */
function Known({ icon: Picture, name, text, tags = [] }: KnownProps) {
  if (!text && tags.length === 0) return null;
  return (
    <div className={classes.known}>
      <Picture size={18} aria-hidden />
      <span>
        <small>{name}</small>
        {text ? (
          <span className={classes.text} dir="auto">
            {text}
          </span>
        ) : null}
        {tags.length > 0 ? <span className={classes.tags}>{tags.join(' · ')}</span> : null}
      </span>
    </div>
  );
}

/** The next step, which opens the booking with it chosen; the booking; and the conversation. */
function Actions({ booking, isProvider, onOpen }: Pick<SessionCardProps, 'booking' | 'isProvider' | 'onOpen'>) {
  const { t } = useTranslation('schedule');
  const { search } = useLocation();
  const now = useNow();
  const near = dueStart(booking).getTime() - now.getTime() < SOON;
  const step =
    isProvider && near
      ? responsesFor(booking, 'order', now).find((one): one is Response => one === 'ongoing' || one === 'completed')
      : undefined;
  const other = isProvider ? booking.owner_id : booking.provider_id;
  const params = new URLSearchParams(search);
  params.set('dialog', 'booking');
  params.set('booking', booking.order_id);
  return (
    <p className={classes.actions}>
      {step ? (
        <Button
          component={Link}
          size="compact-md"
          to={{ search: params.toString() }}
          state={{ answer: step, dialogOpened: true } satisfies ChosenAnswer & { dialogOpened: boolean }}
          preventScrollReset
        >
          {t(`response.${step}`)}
        </Button>
      ) : null}
      <Button variant="default" size="compact-md" onClick={() => onOpen(booking.order_id)}>
        {t('action.details')}
      </Button>
      {booking.user_category === 'active' && other ? (
        <Button
          component={Link}
          to={conversationWith(other)}
          variant="subtle"
          size="compact-md"
          leftSection={<IconMessageCircle size={18} aria-hidden />}
        >
          {t('writeMessage')}
        </Button>
      ) : null}
    </p>
  );
}
