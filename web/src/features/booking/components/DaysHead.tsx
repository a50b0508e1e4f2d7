import type { ReactNode } from 'react';
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import classes from './DaysHead.module.css';

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
