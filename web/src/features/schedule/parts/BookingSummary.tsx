import { useTranslation } from 'react-i18next';
import type { BookedSession, BookingData } from '@/api';
import { Duration, Money, StatusChip } from '@/ui';
import { shownStatus, type Side } from '../bookings';
import { useTimeLine } from './BookingRow';
import classes from './BookingSummary.module.css';

interface OrderedService {
  readonly service: string;
  readonly duration: number;
  readonly cost: number;
}

function listFrom<T>(json: string): T[] {
  const parsed: unknown = json ? JSON.parse(json) : [];
  return Array.isArray(parsed) ? (parsed as T[]) : [];
}

/** The whole of a booking, its long parts folded (spec 2, 'Booking summary panel'). */
export function BookingSummary({ booking, side }: { booking: BookingData; side: Side }) {
  const { t } = useTranslation(['schedule', 'ui']);
  const timeLine = useTimeLine();
  const services = listFrom<OrderedService>(booking.services);
  const sessions = listFrom<BookedSession>(booking.session_time);
  return (
    <dl className={classes.summary}>
      <div className={classes.wide}>
        <dt>{side === 'order' ? t('summary.client') : t('summary.provider')}</dt>
        <dd className={classes.line}>
          <b>{booking.name || booking.guest_name}</b>
          <StatusChip status={shownStatus(booking, new Date())} />
        </dd>
      </div>
      <div className={classes.wide}>
        <dt>{t('summary.date')}</dt>
        <dd>{timeLine(booking.provider_start_time, booking.provider_end_time)}</dd>
      </div>
      <div>
        <dt>{t('summary.cost')}</dt>
        <dd>
          <Money amount={booking.total_cost} currency={booking.total_currency} />
          <details>
            <summary>{t('summary.services')}</summary>
            {services.map((service) => (
              <span key={service.service} className={classes.line}>
                <span>
                  {service.service} · <Duration minutes={service.duration} />
                </span>
                <Money amount={service.cost} currency={booking.total_currency} />
              </span>
            ))}
          </details>
        </dd>
      </div>
      <div>
        <dt>{t('summary.duration')}</dt>
        <dd>
          <Duration minutes={booking.total_duration} />
          <details>
            <summary>{t('summary.slots')}</summary>
            {sessions.map((session) => (
              <span key={session.provider_start_time}>
                {timeLine(session.provider_start_time, session.provider_end_time)}
              </span>
            ))}
          </details>
        </dd>
      </div>
      <div>
        <dt>{t('summary.mode')}</dt>
        <dd>
          {t(`ui:deliveryMode.${booking.delivery_mode}`)}
          {booking.delivery_mode === 'in-person' && booking.delivery_location ? (
            <details>
              <summary>{t('summary.location')}</summary>
              {booking.delivery_location}
            </details>
          ) : null}
        </dd>
      </div>
      {booking.brief ? (
        <div className={classes.wide}>
          <dt>{t('summary.brief')}</dt>
          <dd className={classes.words}>{booking.brief}</dd>
        </div>
      ) : null}
      {booking.feedback ? (
        <div className={classes.wide}>
          <dt>{t('summary.feedback')}</dt>
          <dd className={classes.words}>{booking.feedback}</dd>
        </div>
      ) : null}
    </dl>
  );
}
