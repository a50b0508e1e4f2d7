import { UnstyledButton } from '@mantine/core';
import type { BookingData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { useDurationText } from '@/ui';
import { useClockText } from '../../hooks/use-clock-text';
import { usePlaceText } from '../../hooks/use-place-text';
import { serviceNames } from '../../service-names';
import { ServiceMark } from '../../ServiceMark';
import colours from '../../service-colours.module.css';
import type { BlockEvent } from '../../diary/blocks';
import type { DayPlan, TimeRange } from '../../today/day-plan';
import classes from '../screens/Day.module.css';

interface DayListProps {
  plan: DayPlan;
  bookings: ReadonlyMap<string, BookingData>;
  colourOf: (booking: BookingData) => number | null;
  onOpen: (orderId: string) => void;
  /** Times of the day that the provider blocks. */
  blocked: readonly BlockEvent[];
  onBlock: ((blockId: string) => void) | undefined;
}

export const minutesOf = ({ start, end }: TimeRange): number => Math.round((end.getTime() - start.getTime()) / 60_000);

/** The sessions, blocked and free times of a day, in order. */
export function DayList({ plan, bookings, colourOf, onOpen, blocked, onBlock }: DayListProps) {
  const { t } = useTranslation(['schedule', 'ui', 'diary']);
  const time = useClockText();
  const duration = useDurationText();
  const place = usePlaceText();
  const entries = [
    ...plan.entries,
    ...blocked.map((block) => ({ kind: 'blocked' as const, block, start: new Date(block.start), end: new Date(block.end) })),
  ].sort((one, other) => one.start.getTime() - other.start.getTime());
  if (entries.length === 0) return <p className={classes.quiet}>{t('day.none')}</p>;
  return (
    <ol className={classes.plan}>
      {entries.map((entry) => {
        if (entry.kind === 'blocked') {
          return (
            <li key={entry.block.id} className={`${classes.session} ${classes.blocked}`}>
              <time dateTime={entry.start.toISOString()}>{time.of(entry.start)}</time>
              <UnstyledButton onClick={() => onBlock?.(entry.block.blockId)}>
                <b>{entry.block.title}</b>
                <span>
                  {time.range(entry)} · {t('diary:blocks.blocked')}
                </span>
              </UnstyledButton>
            </li>
          );
        }
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
          <li
            key={entry.id}
            className={`${classes.session} ${colours.colour}`}
            data-colour={(booking && colourOf(booking)) ?? undefined}
            data-status={entry.status}
          >
            <time dateTime={entry.start.toISOString()}>{time.of(entry.start)}</time>
            <UnstyledButton onClick={() => onOpen(entry.orderId)}>
              <b>{entry.name}</b>
              {booking ? (
                <span>
                  <ServiceMark />
                  {[serviceNames(booking), place(booking)].filter(Boolean).join(' · ')}
                </span>
              ) : null}
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
