import { CloseButton } from '@mantine/core';
import { useTranslation } from '@/i18n/use-translation';
import type { Slot } from '../calendar-days';
import { useSpanText } from '../hooks/use-moment-text';
import type { Run } from '../runs';
import classes from './ChosenTimes.module.css';

interface ChosenTimesProps {
  /** The chosen slots, those of one span of time together. */
  spans: readonly Run[];
  /** The chosen slots that somebody else took. */
  lost: readonly Slot[];
  timezone: string;
  onRemove: (span: Run) => void;
}

/** The time chosen so far, on any day. A booking can have several spans of it. */
export function ChosenTimes({ spans, lost, timezone, onRemove }: ChosenTimesProps) {
  const { t } = useTranslation('booking');
  const timeText = useSpanText(timezone);
  if (spans.length + lost.length === 0) return null;
  return (
    <section aria-labelledby="chosen-times">
      <h3 className={classes.label} id="chosen-times">
        {t('chosenTimes')}
      </h3>
      <ul className={classes.list}>
        {spans.map((span) => (
          <li key={span[0]?.provider_start_time}>
            {timeText(span)}
            <CloseButton size="sm" aria-label={t('removeTime', { time: timeText(span) })} onClick={() => onRemove(span)} />
          </li>
        ))}
        {lost.map((slot) => (
          <li key={slot.provider_start_time} data-lost>
            <s>{timeText([slot])}</s>
          </li>
        ))}
      </ul>
    </section>
  );
}
