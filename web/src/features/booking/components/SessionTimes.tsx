import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import type { Slot } from '../calendar-days';
import type { ShownZone } from '../hooks/use-shown-zone';
import { clocksDiffer, zoneCity } from '../time-zones';
import classes from './SessionTimes.module.css';
import { ZoneSwitch } from './ZoneSwitch';

interface SessionTimesProps {
  slots: readonly Slot[];
  zone: ShownZone;
}

/** Start and end of each session on the chosen clock, and on the other side's where it differs. */
export function SessionTimes({ slots, zone }: SessionTimesProps) {
  const { t, i18n } = useTranslation('booking');
  const format = (timeZone: string) =>
    dateTimeFormat(formatLocale(i18n.language), {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
    });
  const range = (slot: Slot, timezone: string) =>
    format(timezone).formatRange(new Date(slot.provider_start_time), new Date(slot.provider_end_time));
  const away = slots.some((slot) => clocksDiffer(zone.timezone, zone.other, slot.provider_start_time));
  return (
    <>
      <ZoneSwitch zone={zone} instants={slots.map((slot) => slot.provider_start_time)} />
      <ol className={classes.sessions}>
        {slots.map((slot) => (
          <li key={slot.provider_start_time} data-session={slot.provider_start_time}>
            {range(slot, zone.timezone)}
            {slot.alias ? <bdi className={classes.name}> · {slot.alias}</bdi> : null}
            {away ? <small>{t('providerTimeIs', { time: range(slot, zone.other), place: zoneCity(zone.other) })}</small> : null}
          </li>
        ))}
      </ol>
      <small className={classes.zone}>
        {away
          ? t(zone.owner === 'viewer' ? 'zones' : 'zonesTheirs', { mine: zoneCity(zone.viewer), theirs: zoneCity(zone.provider) })
          : t('timesIn', { place: zoneCity(zone.timezone) })}
      </small>
    </>
  );
}
