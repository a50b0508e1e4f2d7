import { useTranslation } from 'react-i18next';
import { formatLocale } from '@/i18n/format-locale';
import type { Slot } from '../calendar-days';
import { clocksDiffer, zoneCity } from '../time-zones';
import classes from './SessionTimes.module.css';

interface SessionTimesProps {
  slots: readonly Slot[];
  timezone: string;
  providerTimezone: string;
}

/** Start and end of each session on the viewer's clock, and on the provider's where it differs. */
export function SessionTimes({ slots, timezone, providerTimezone }: SessionTimesProps) {
  const { t, i18n } = useTranslation('booking');
  const format = (timeZone: string) =>
    new Intl.DateTimeFormat(formatLocale(i18n.language), {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
    });
  const range = (slot: Slot, zone: string) =>
    format(zone).formatRange(new Date(slot.provider_start_time), new Date(slot.provider_end_time));
  const away = slots.some((slot) => clocksDiffer(timezone, providerTimezone, slot.provider_start_time));
  return (
    <>
      <ol className={classes.sessions}>
        {slots.map((slot) => (
          <li key={slot.provider_start_time} data-session={slot.provider_start_time}>
            {range(slot, timezone)}
            {away ? <small>{t('providerTimeIs', { time: range(slot, providerTimezone), place: zoneCity(providerTimezone) })}</small> : null}
          </li>
        ))}
      </ol>
      <small className={classes.zone}>
        {away ? t('zones', { mine: zoneCity(timezone), theirs: zoneCity(providerTimezone) }) : t('timesIn', { place: zoneCity(timezone) })}
      </small>
    </>
  );
}
