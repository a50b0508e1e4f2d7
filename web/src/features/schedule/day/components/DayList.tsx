import { UnstyledButton } from '@mantine/core';
import type { BookingData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { useDurationText } from '@/ui';
import { useClockText } from '../../hooks/use-clock-text';
import { usePlaceText } from '../../hooks/use-place-text';
import { serviceNames } from '../../service-names';
import colours from '../../service-colours.module.css';
import type { DayPlan, TimeRange } from '../../today/day-plan';
import classes from '../screens/Day.module.css';

interface DayListProps {
  plan: DayPlan;
  bookings: ReadonlyMap<string, BookingData>;
  colourOf: (booking: BookingData) => number | null;
  onOpen: (orderId: string) => void;
}

export const minutesOf = ({ start, end }: TimeRange): number => Math.round((end.getTime() - start.getTime()) / 60_000);

/** The sessions and free times of a day, in order. */
export function DayList({ plan, bookings, colourOf, onOpen }: DayListProps) {
  const { t } = useTranslation(['schedule', 'ui']);
  const time = useClockText();
  const duration = useDurationText();
  const place = usePlaceText();
  if (plan.entries.length === 0) return <p className={classes.quiet}>{t('day.none')}</p>;
  return (
    <ol className={classes.plan}>
      {plan.entries.map((entry) => {
        if (entry.kind === 'free') {
          return (
            <li key={`free ${entry.start.toISOString()}`} className={classes.free}>
              <time dateTime={entry.start.toISOString()}>{time.of(entry.start)}</time>
              <span>
                {t('today.free')} · {duration(minutesOf(entry))}
              </span>
            </li>
          );
        }
        const booking = bookings.get(entry.orderId);
        return (
          <li key={entry.id} className={`${classes.session} ${colours.colour}`} data-colour={(booking && colourOf(booking)) ?? undefined} data-status={entry.status}>
            <time dateTime={entry.start.toISOString()}>{time.of(entry.start)}</time>
            <UnstyledButton onClick={() => onOpen(entry.orderId)}>
              <b>{entry.name}</b>
              {booking ? <span>{[serviceNames(booking), place(booking)].filter(Boolean).join(' · ')}</span> : null}
              <span>
                {time.range(entry)} · {t(`ui:status.${entry.status}`)}
              </span>
            </UnstyledButton>
          </li>
        );
      })}
    </ol>
  );
}
