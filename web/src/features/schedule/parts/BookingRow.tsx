import { Anchor, Button, Rating } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession, type BookingData } from '@/api';
import { providerPath } from '@/app/paths';
import { formatLocale } from '@/i18n/format-locale';
import { deviceTimezone } from '@/platform';
import { Portrait, StatusChip, TimeAgo } from '@/ui';
import { rowAction, shownStatus, type Side } from '../bookings';
import classes from './BookingRow.module.css';

interface BookingRowProps {
  booking: BookingData;
  onOpen: () => void;
  /** In a modal the row says which side you are on. */
  inModal?: boolean;
}

/** Which side of a booking the signed-in account stands on. */
export function useSide(booking: Pick<BookingData, 'provider_id'>): Side {
  return useSession().ownerId === booking.provider_id ? 'order' : 'request';
}

/** From start to end on the viewer's clock. */
export function useTimeLine(): (start: string, end: string) => string {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(formatLocale(i18n.language), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: deviceTimezone(),
  });
  return (start, end) => format.formatRange(new Date(start), new Date(end));
}

/** One booking in a list: with whom, when, since when asked, its status and what can be done. */
export function BookingRow({ booking, onOpen, inModal = false }: BookingRowProps) {
  const { t } = useTranslation('schedule');
  const side = useSide(booking);
  const timeLine = useTimeLine();
  const status = shownStatus(booking, new Date());
  const action = rowAction(booking, side);
  const name = booking.name || booking.guest_name;
  const handle = booking.onboardProfile ? booking.username : '';
  return (
    <article className={classes.row}>
      {handle ? (
        <Anchor component={Link} to={providerPath(handle)} aria-label={name}>
          <Portrait name={name} src={booking.avatar} size={44} />
        </Anchor>
      ) : (
        <Portrait name={name} src={booking.avatar} size={44} />
      )}
      <div className={classes.words}>
        <b>{status === 'ongoing' ? t('ongoingWith', { name }) : t('appointmentWith', { name })}</b>
        <span className={classes.caption}>{timeLine(booking.provider_start_time, booking.provider_end_time)}</span>
        <span className={classes.caption}>
          {t('requested')} <TimeAgo instant={booking.created_date} />
        </span>
        {inModal ? (
          <span className={classes.caption}>{side === 'order' ? t('youAreProvider') : t('youAreClient')}</span>
        ) : null}
      </div>
      <div className={classes.end}>
        <StatusChip status={status} />
        {action ? (
          <Button size="compact-md" variant={action === 'details' ? 'default' : 'light'} onClick={onOpen}>
            {t(`action.${action}`)}
          </Button>
        ) : (
          <Rating readOnly role="img" size="sm" value={booking.rating ?? 0} aria-label={t('ratedStars', { count: booking.rating ?? 0 })} />
        )}
      </div>
    </article>
  );
}
