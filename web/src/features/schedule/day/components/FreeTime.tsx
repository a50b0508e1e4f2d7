import { useId } from 'react';
import { useTranslation } from '@/i18n/use-translation';
import { useDurationText } from '@/ui';
import { useClockText } from '../../hooks/use-clock-text';
import type { TimeRange } from '../../today/day-plan';
import classes from '../screens/Day.module.css';
import { minutesOf } from './DayList';

/** What clients can still book of the day: how much together, and when. Nothing until it is known. */
export function FreeTime({ ranges, isToday }: { ranges: readonly TimeRange[] | null; isToday: boolean }) {
  const { t } = useTranslation('schedule');
  const duration = useDurationText();
  const clock = useClockText();
  const titleId = useId();
  if (!ranges) return null;
  const minutes = ranges.reduce((sum, range) => sum + minutesOf(range), 0);
  return (
    <section className={classes.panel} aria-labelledby={titleId}>
      <h2 id={titleId}>{t(isToday ? 'day.freeToday' : 'day.free')}</h2>
      {minutes === 0 ? (
        <p>{t('day.noneFree')}</p>
      ) : (
        <p>
          <b>{duration(minutes)}</b> · {ranges.map((range) => clock.range(range)).join(', ')}
        </p>
      )}
    </section>
  );
}
