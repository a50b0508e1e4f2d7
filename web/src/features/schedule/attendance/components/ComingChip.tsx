import { IconCalendarCheck } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import { isComing } from '../attendance';
import classes from './ComingChip.module.css';

/** Says that the client has confirmed to come to the session that is due; nothing where they have not. */
export function ComingChip({ booking }: { booking: Parameters<typeof isComing>[0] }) {
  const { t } = useTranslation('schedule');
  if (!isComing(booking)) return null;
  return (
    <span className={classes.chip}>
      <IconCalendarCheck size={14} aria-hidden />
      {t('attendance.chip')}
    </span>
  );
}
