import { CloseButton } from '@mantine/core';
import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import type { Slot } from '../calendar-days';
import classes from './ChosenTimes.module.css';

interface ChosenTimesProps {
  chosen: readonly Slot[];
  /** The chosen slots that somebody else took. */
  lost: readonly Slot[];
  timezone: string;
  onRemove: (slot: Slot) => void;
}

/** The sessions chosen so far, on any day. A booking can have several. */
export function ChosenTimes({ chosen, lost, timezone, onRemove }: ChosenTimesProps) {
  const { t, i18n } = useTranslation('booking');
  const format = dateTimeFormat(formatLocale(i18n.language), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: timezone,
  });
  const timeText = (slot: Slot) => [format.format(new Date(slot.provider_start_time)), slot.alias].filter(Boolean).join(' · ');
  if (chosen.length + lost.length === 0) return null;
  return (
    <section aria-labelledby="chosen-times">
      <h3 className={classes.label} id="chosen-times">
        {t('chosenTimes')}
      </h3>
      <ul className={classes.list}>
        {chosen.map((slot) => (
          <li key={slot.provider_start_time}>
            {timeText(slot)}
            <CloseButton size="sm" aria-label={t('removeTime', { time: timeText(slot) })} onClick={() => onRemove(slot)} />
          </li>
        ))}
        {lost.map((slot) => (
          <li key={slot.provider_start_time} data-lost>
            <s>{timeText(slot)}</s>
          </li>
        ))}
      </ul>
    </section>
  );
}
