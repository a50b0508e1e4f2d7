import type { ReactNode } from 'react';
import { VisuallyHidden } from '@mantine/core';
import { availabilityLevel, type DayOfSlots } from '../calendar-days';
import classes from './DayButton.module.css';

export interface DayButtonProps {
  date: string;
  day: DayOfSlots | undefined;
  open: boolean;
  chosen: boolean;
  /** The one day that Tab reaches. */
  reachable: boolean;
  onChoose: (date: string) => void;
}

/** A day to choose, with a bar that shows how much free time it has. Its label says all that `children` show. */
export function DayButton({
  date,
  day,
  open,
  chosen,
  reachable,
  onChoose,
  label,
  className,
  children,
}: DayButtonProps & { label: string; className: string | undefined; children: ReactNode }) {
  return (
    <button
      type="button"
      className={`${classes.day} ${className}`}
      data-date={date}
      data-room={availabilityLevel(day)}
      disabled={!open}
      tabIndex={reachable ? 0 : -1}
      aria-pressed={chosen}
      onClick={() => onChoose(date)}
    >
      <span aria-hidden className={classes.shown}>
        {children}
      </span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </button>
  );
}
