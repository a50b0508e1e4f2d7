import { useTranslation } from 'react-i18next';
import classes from './StatusChip.module.css';

export type ShownStatus = 'pending' | 'accepted' | 'ongoing' | 'completed' | 'overdue' | 'rejected' | 'cancelled';

/** A booking's status in its colour; the same in chip, calendar and row. */
export function StatusChip({ status }: { status: ShownStatus }) {
  const { t } = useTranslation('ui');
  return (
    <span className={classes.chip} data-status={status}>
      {t(`status.${status}`)}
    </span>
  );
}
