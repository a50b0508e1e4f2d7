import { Text } from '@mantine/core';
import type { OfferedDay } from '@/api';
import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import classes from '../screens/BusinessHours.module.css';

export interface ShownSlots {
  /** The day in the latest preview. */
  day: OfferedDay | undefined;
  timezone: string;
  /** Whether the preview matches the current input. */
  fresh: boolean;
}

/** The starts of a day's slots, in the zone of the hours. */
export function DaySlots({ day, timezone, fresh }: ShownSlots) {
  const { t, i18n } = useTranslation('schedule');
  const time = dateTimeFormat(formatLocale(i18n.language), { hour: 'numeric', minute: '2-digit', timeZone: timezone });
  if (!day) return null;
  if (day.slots.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('hours.noneThisDay')}
      </Text>
    );
  }
  return (
    <ul className={classes.slots} data-stale={fresh ? undefined : true} aria-label={t('hours.slotCount', { count: day.slots.length })}>
      {day.slots.map((slot) => (
        <li key={slot.provider_start_time} title={slot.alias || undefined}>
          {time.format(new Date(slot.provider_start_time))}
          {slot.alias ? <small> {slot.alias}</small> : null}
        </li>
      ))}
    </ul>
  );
}
