import { Link } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation';
import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { deviceTimezone } from '@/platform/device';
import { bookingPath } from '@/routing';
import { Money, useNow } from '@/ui';
import { StatusChip } from '@/ui/StatusChip';
import type { ClientOrder } from '../api';
import { comingAndPast } from '../model';
import classes from './ClientBookings.module.css';

/** The newest bookings of a client, each of which opens. */
export function ClientBookings({ orders }: { orders: readonly ClientOrder[] }) {
  const { t } = useTranslation('clients');
  const { coming, past } = comingAndPast(orders, useNow());
  return (
    <>
      <Bookings title={t('coming')} none={t('noComing')} orders={coming} />
      <Bookings title={t('past')} none={t('noPast')} orders={past} />
    </>
  );
}

function Bookings({ title, none, orders }: { title: string; none: string; orders: readonly ClientOrder[] }) {
  return (
    <section aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      {orders.length === 0 ? (
        <p className={classes.none}>{none}</p>
      ) : (
        <ul className={classes.rows}>
          {orders.map((order) => (
            <Booking key={order.order_id} order={order} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The link names any list: the page leads on to the one that holds the booking. */
function Booking({ order: { order_id, request_status, services, starts_at, total, currency } }: { order: ClientOrder }) {
  const { i18n } = useTranslation('clients');
  const format = dateTimeFormat(formatLocale(i18n.language), { dateStyle: 'medium', timeStyle: 'short', timeZone: deviceTimezone() });
  return (
    <li>
      <Link to={bookingPath('pending_requests', order_id)} className={classes.row}>
        <span className={classes.what}>
          <strong>{format.format(new Date(starts_at))}</strong>
          <bdi>{services.join(', ')}</bdi>
        </span>
        <span className={classes.aside}>
          <StatusChip status={request_status} />
          <Money amount={total} currency={currency} />
        </span>
      </Link>
    </li>
  );
}
