import { useId, type ReactNode } from 'react';
import { Anchor, Button, Rating, UnstyledButton } from '@mantine/core';
import { Link } from 'react-router-dom';
import { shownStatus, useSession, type BookingData, type Side } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { conversationWith, providerPath } from '@/routing';
import { Avatar, TimeAgo, useNow } from '@/ui';
import { StatusChip } from '@/ui/StatusChip';
import { ComingChip } from '../../attendance/components/ComingChip';
import { useTimeLeft } from '../../hooks/use-time-left';
import { useTimeRangeText } from '../../hooks/use-time-range-text';
import { rowAction } from '../../model';
import { dueSession } from '../../sessions';
import classes from './BookingRow.module.css';

interface BookingRowProps {
  booking: BookingData;
  onOpen: () => void;
  /** In a modal the row names the user's side. */
  inModal?: boolean;
  /** What else the row says and offers; `titleId` is the id of the element that names the other side. */
  more?: ((booking: BookingData, titleId: string) => ReactNode) | undefined;
}

/** The signed-in account's side of a booking. */
export function useSide(booking: Pick<BookingData, 'provider_id'>): Side {
  return useSession().ownerId === booking.provider_id ? 'order' : 'request';
}

/** One booking in a list: other side, time, age of the request, status and action. */
export function BookingRow({ booking, onOpen, inModal = false, more }: BookingRowProps) {
  const { t } = useTranslation('schedule');
  const side = useSide(booking);
  const status = shownStatus(booking, useNow());
  const name = booking.name || booking.guest_name;
  const titleId = useId();
  const left = useTimeLeft(booking.answer_by);
  return (
    <article className={classes.row}>
      <OtherSideName booking={booking} name={name} />
      <div className={classes.text}>
        <b id={titleId}>{status === 'ongoing' ? t('ongoingWith', { name }) : t('appointmentWith', { name })}</b>
        <BookingTime booking={booking} />
        <span className={classes.caption}>
          {t('requested')} <TimeAgo instant={booking.created_date} />
          {left ? ` · ${t('expires', { left })}` : ''}
        </span>
        {booking.proposed_by ? <span className={classes.proposed}>{t('times.chip')}</span> : null}
        <ComingChip booking={booking} />
        {inModal ? <span className={classes.caption}>{side === 'order' ? t('youAreProvider') : t('youAreClient')}</span> : null}
        {more?.(booking, titleId)}
      </div>
      <div className={classes.end}>
        <StatusChip status={status} />
        <RowEnd booking={booking} side={side} titleId={titleId} onOpen={onOpen} />
      </div>
    </article>
  );
}

/** Links to the other side's page, or, where they have none, to the conversation with them; a guest has neither. */
function OtherSideName({ booking, name }: { booking: BookingData; name: string }) {
  const { t } = useTranslation('schedule');
  const portrait = <Avatar name={name} src={booking.avatar} size={44} />;
  const handle = booking.onboardProfile ? booking.username || booking.name : '';
  const other = useSide(booking) === 'order' ? booking.owner_id : booking.provider_id;
  if (!handle && (booking.user_category === 'guest' || !other)) return portrait;
  return (
    <Anchor
      component={Link}
      to={handle ? providerPath(handle) : conversationWith(other)}
      aria-label={handle ? name : t('writeTo', { name })}
    >
      {portrait}
    </Anchor>
  );
}

/** The time of the session that matters now, and which of several it is. */
function BookingTime({ booking }: { booking: BookingData }) {
  const { t } = useTranslation('schedule');
  const timeLine = useTimeRangeText();
  const { times, position, count } = dueSession(booking);
  return (
    <span className={classes.caption}>
      {timeLine(times.provider_start_time, times.provider_end_time)}
      {count > 1 ? ` · ${t('sessionOf', { position, count })}` : ''}
    </span>
  );
}

interface RowEndProps {
  booking: BookingData;
  side: Side;
  /** The id of the element that names the other side. */
  titleId: string;
  onOpen: () => void;
}

/** The row's button; a rated session shows its stars instead, which also open it. */
function RowEnd({ booking, side, titleId, onOpen }: RowEndProps) {
  const { t } = useTranslation('schedule');
  const action = rowAction(booking, side, useNow());
  const stars = booking.rating ?? 0;
  if (action) {
    return (
      <Button size="compact-md" fz="sm" variant={action === 'details' ? 'default' : 'light'} aria-describedby={titleId} onClick={onOpen}>
        {t(`action.${action}`)}
      </Button>
    );
  }
  return (
    <UnstyledButton className={classes.stars} aria-label={`${t('ratedStars', { count: stars })} ${t('action.details')}`} onClick={onOpen}>
      <Rating readOnly size="sm" value={stars} aria-hidden />
    </UnstyledButton>
  );
}
