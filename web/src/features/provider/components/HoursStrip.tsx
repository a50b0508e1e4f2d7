import { IconLock, IconLockOpen } from '@tabler/icons-react';
import type { AppointmentInfo } from '@/api';
import { hoursRange, useShownZone, zoneCity, ZoneSwitch } from '@/features/booking';
import { formatLocale } from '@/i18n/format-locale';
import { useTranslation } from '@/i18n/use-translation';
import { openingsOf, WEEKDAYS } from '../week-hours';
import classes from './HoursStrip.module.css';

/** Monday to Sunday, each with its open range or 'Closed', on the viewer's or on the provider's clock. */
export function HoursStrip({ window }: { window: AppointmentInfo }) {
  const { t, i18n } = useTranslation('provider');
  const zone = useShownZone(window.provider_id, window.timezone);
  // Where the browser lacks the provider's zone, hours are read and written in UTC: so they stay as the provider has set them.
  const timezone = zone.lacking ? 'UTC' : zone.timezone;
  const openings = openingsOf(window, timezone, new Date());
  const instants = [...openings.values()].flat().map(({ start }) => start.toISOString());
  const rangeText = ({ start, end }: { start: Date; end: Date }) => hoursRange(start, end, timezone, formatLocale(i18n.language));
  return (
    <div className={classes.hours}>
      {zone.lacking ? null : <ZoneSwitch zone={zone} instants={instants} />}
      <ul className={classes.week}>
        {WEEKDAYS.map((day) => {
          const ranges = openings.get(day)?.map(rangeText).join(', ');
          return (
            <li key={day} data-closed={ranges ? undefined : true}>
              <b>{t(`day.${day}`)}</b>
              <span>{ranges ?? t('closed')}</span>
              {ranges ? <IconLockOpen size={14} aria-hidden /> : <IconLock size={14} aria-hidden />}
            </li>
          );
        })}
      </ul>
      <p className={classes.zone}>{t('hoursIn', { place: zoneCity(zone.lacking || timezone) })}</p>
    </div>
  );
}
