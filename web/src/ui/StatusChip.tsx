import type { ReactNode } from 'react';
import { useTranslation } from '@/i18n/use-translation';
import classes from './StatusChip.module.css';

export type ShownStatus = 'pending' | 'accepted' | 'ongoing' | 'completed' | 'overdue' | 'rejected' | 'cancelled';

interface StatusChipProps {
  status: ShownStatus;
  /** Other words than the status has. */
  children?: ReactNode;
}

/** A booking's status in its colour; the same in chip, calendar and row. */
export function StatusChip({ status, children }: StatusChipProps) {
  const { t } = useTranslation('ui');
  return (
    <span className={classes.chip} data-status={status}>
      {children ?? t(`status.${status}`)}
    </span>
  );
}
