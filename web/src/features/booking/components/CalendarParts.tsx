import type { ReactNode } from 'react';
import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { availabilityLevel, type DayOfSlots } from '../calendar-days';
import classes from './CalendarParts.module.css';

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

interface DaysHeadProps {
  /** Which days are shown. */
  title: string;
  earlier: string;
  later: string;
  isFirst: boolean;
  isLast: boolean;
  onTurn: (by: number) => void;
  /** A button before those that turn. */
  children?: ReactNode;
}

/** Above days to choose from: which ones are shown, and buttons for those before and after. */
export function DaysHead({ title, earlier, later, isFirst, isLast, onTurn, children }: DaysHeadProps) {
  return (
    <div className={classes.head}>
      <span className={classes.title} aria-live="polite">
        {title}
      </span>
      <span className={classes.turn}>
        {children}
        <ActionIcon size="lg" aria-label={earlier} disabled={isFirst} onClick={() => onTurn(-1)}>
          <IconChevronLeft size={18} />
        </ActionIcon>
        <ActionIcon size="lg" aria-label={later} disabled={isLast} onClick={() => onTurn(1)}>
          <IconChevronRight size={18} />
        </ActionIcon>
      </span>
    </div>
  );
}
