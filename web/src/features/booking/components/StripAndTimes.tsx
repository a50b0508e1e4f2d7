import type { ReactNode } from 'react';
import type { ShownStrip } from '../hooks/use-slots';
import { DaysAndTimes, type DaysAndTimesProps } from './DaysAndTimes';
import { DayStrip } from './DayStrip';

interface StripAndTimesProps extends DaysAndTimesProps {
  shown: ShownStrip;
  empty: ReactNode;
  /** The button that leads to the month. */
  otherLayout: ReactNode;
  /** null after turning to other weeks: their first day with free time is then shown. */
  onDay: (date: string | null) => void;
}

/** Two weeks in a strip, and the free times of one of its days. */
export function StripAndTimes({ shown, otherLayout, onDay, ...rest }: StripAndTimesProps) {
  const turn = (by: number) => {
    onDay(null);
    shown.turn(by);
  };
  return (
    <DaysAndTimes
      {...rest}
      shown={shown}
      calendar={
        <DayStrip shown={shown} chosen={rest.date} onChoose={onDay} onTurn={turn}>
          {otherLayout}
        </DayStrip>
      }
      onZone={onDay}
    />
  );
}
