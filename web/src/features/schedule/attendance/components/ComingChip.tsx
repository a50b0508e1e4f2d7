import { IconCalendarCheck } from '@tabler/icons-react';
import type { BookingData } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { isComing } from '../attendance';
import classes from './ComingChip.module.css';

/** Says that the client has confirmed to come to the session that is due; nothing where they have not. */
export function ComingChip({ booking }: { booking: Pick<BookingData, 'session_time' | 'due_position' | 'request_status'> }) {
  const { t } = useTranslation('schedule');
  if (!isComing(booking)) return null;
  return (
    <span className={classes.chip}>
      <IconCalendarCheck size={14} aria-hidden />
      {t('attendance.chip')}
    </span>
  );
}
