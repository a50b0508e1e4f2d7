import { Alert, Anchor } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useSession, whole } from '@/api';
import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { deviceTimezone } from '@/platform/device';
import { bookingPath } from '@/routing';
import { useNow } from '@/ui';
import { useGetBookingInfoQuery } from '../api';
import { overlapsOf, type TimeSpan } from '../overlaps';
import classes from './BookingPanel.module.css';

interface OverlapWarningProps {
  /** What is about to be agreed. */
  times: readonly TimeSpan[];
  /** The order that these times are for: its own sessions do not count. */
  but?: string;
  timezone?: string;
}

/** Warns of own appointments at the same time and links to them; it stops nobody. Guests have no bookings to compare with. */
export function OverlapWarning({ times, but = '', timezone = deviceTimezone() }: OverlapWarningProps) {
  const { t, i18n } = useTranslation('booking');
  const { isAuthenticated } = useSession();
  const { currentData } = useGetBookingInfoQuery(whole, { skip: !isAuthenticated });
  const now = useNow();
  const overlaps = currentData ? overlapsOf(currentData.data.bookings_list, times, but, now) : [];
  const format = dateTimeFormat(formatLocale(i18n.language), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: timezone,
  });
  return (
    <div role="status">
      {overlaps.length > 0 ? (
        <Alert color="orange" variant="light" my="sm" icon={<IconAlertTriangle aria-hidden />} title={t('overlap.title')}>
          <ul className={classes.overlaps}>
            {overlaps.map(({ orderId, name, list, provider_start_time: start, provider_end_time: end }) => (
              <li key={`${orderId} ${start}`}>
                <Anchor component={Link} to={bookingPath(list, orderId)}>
                  <bdi>{name}</bdi> · {format.formatRange(new Date(start), new Date(end))}
                </Anchor>
              </li>
            ))}
          </ul>
          {t('overlap.still')}
        </Alert>
      ) : null}
    </div>
  );
}
