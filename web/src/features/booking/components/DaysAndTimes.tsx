import type { ReactNode } from 'react';
import { Skeleton } from '@mantine/core';
import { QueryStates } from '@/ui';
import { dateIn, type DayOfSlots, type Slot } from '../calendar-days';
import type { ZoneOwner } from '../hooks/use-shown-zone';
import type { ShownDays } from '../hooks/use-slots';
import type { Run } from '../runs';
import classes from './DaysAndTimes.module.css';
import { SlotPicker } from './SlotPicker';
import { ZoneSwitch } from './ZoneSwitch';

export interface DaysAndTimesProps {
  /** The day whose times are shown; null when there is none. */
  date: string | null;
  chosen: readonly Slot[];
  /** The chosen slots that somebody else took. */
  lost: readonly Slot[];
  /** The run that a tap on each start takes; left out where slots are chosen one by one. */
  runs?: ReadonlyMap<string, Run> | null;
  /** All free slots of the days, where some of them do not count as free time of their day. */
  freeDays?: ReadonlyMap<string, DayOfSlots>;
  onToggle: (slot: Slot) => void;
  /** What comes before the days, below the choice of clocks. */
  before?: ReactNode;
  /** A note on the choice: after the times, or below the month where the two stand side by side. */
  children?: ReactNode;
}

interface LaidOutProps extends DaysAndTimesProps {
  shown: ShownDays;
  calendar: ReactNode;
  /** Where there is no day to show. */
  empty: ReactNode;
  /** The calendar and the times stand side by side where there is space. */
  sideBySide?: boolean;
  onZone: (there: string | null) => void;
}

/** A provider's days and the free times of one of them. */
export function DaysAndTimes({ shown, calendar, empty, sideBySide, date, before, freeDays, onZone, children, ...times }: LaidOutProps) {
  const days = freeDays ?? shown.days;
  /** Stays on the day whose times are shown, under its date in the other zone. */
  const showZone = (owner: ZoneOwner) => {
    const first = date ? days.get(date)?.slots[0] : undefined;
    onZone(first ? dateIn(first.provider_start_time, shown.zone[owner]) : date);
    shown.zone.choose(owner);
  };
  const firsts = [...days.values()].flatMap(({ slots }) => slots.slice(0, 1).map((slot) => slot.provider_start_time));
  return (
    <div className={classes.room}>
      <ZoneSwitch zone={shown.zone} instants={firsts} onChoose={showZone} />
      {before}
      <div className={sideBySide ? classes.both : undefined}>
        {calendar}
        <div className={classes.times}>
          <QueryStates query={shown.query} skeleton={<Skeleton height={96} />} isEmpty={() => date === null} empty={empty}>
            {() => (date ? <SlotPicker {...times} date={date} slots={days.get(date)?.slots ?? []} zone={shown.zone} /> : null)}
          </QueryStates>
        </div>
        {children ? <div className={classes.choice}>{children}</div> : null}
      </div>
    </div>
  );
}
