import { IconCalendarCheck, IconCalendarQuestion } from '@tabler/icons-react';
import { useTranslation } from '@/i18n/use-translation';
import { isAwaited, isComing } from '../attendance';
import classes from './ComingChip.module.css';

/**
 * Says that the client has confirmed to come to the session that is due, or that the provider has entered it and nobody has
 * confirmed it yet; nothing else.
 */
export function ComingChip({ booking }: { booking: Parameters<typeof isComing>[0] }) {
  const { t } = useTranslation('schedule');
  const awaited = isAwaited(booking);
  if (!awaited && !isComing(booking)) return null;
  const Icon = awaited ? IconCalendarQuestion : IconCalendarCheck;
  return (
    <span className={classes.chip} data-awaited={awaited || undefined}>
      <Icon size={14} aria-hidden />
      {t(awaited ? 'attendance.awaited' : 'attendance.chip')}
    </span>
  );
}
