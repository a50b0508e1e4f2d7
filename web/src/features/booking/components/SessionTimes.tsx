import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import type { ShownZone } from '../hooks/use-shown-zone';
import type { Run } from '../runs';
import { clocksDiffer, zoneCity } from '../time-zones';
import classes from './SessionTimes.module.css';
import { ZoneSwitch } from './ZoneSwitch';

interface SessionTimesProps {
  /** The chosen slots, those of one span of time together. */
  spans: readonly Run[];
  zone: ShownZone;
}

/** Start and end of each span of sessions on the chosen clock, and on the other side's where it differs. */
export function SessionTimes({ spans, zone }: SessionTimesProps) {
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
  const times = spans.map((span) => {
    const { provider_start_time: start = '', alias = '' } = span[0] ?? {};
    return { start, end: span.at(-1)?.provider_end_time ?? start, alias };
  });
  const range = ({ start, end }: { start: string; end: string }, timezone: string) =>
    format(timezone).formatRange(new Date(start), new Date(end));
  const away = times.some(({ start }) => clocksDiffer(zone.timezone, zone.other, start));
  return (
    <>
      <ZoneSwitch zone={zone} instants={times.map(({ start }) => start)} />
      <ol className={classes.sessions}>
        {times.map((time) => (
          <li key={time.start} data-session={time.start}>
            {range(time, zone.timezone)}
            {time.alias ? <bdi className={classes.name}> · {time.alias}</bdi> : null}
            {away ? <small>{t('providerTimeIs', { time: range(time, zone.other), place: zoneCity(zone.other) })}</small> : null}
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
