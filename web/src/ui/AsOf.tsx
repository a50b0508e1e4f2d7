import { IconCloudOff } from '@tabler/icons-react';
import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import classes from './AsOf.module.css';
import { useConnection } from './OfflineNotice';

/** The time of day; with the date when it was another day. */
function momentText(at: Date, now: Date, locale: string): string {
  const isToday = at.toDateString() === now.toDateString();
  return dateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', ...(isToday ? {} : { day: 'numeric', month: 'short' }) }).format(at);
}

/** Says of when content is that is shown without a connection. `answeredAt`: milliseconds since the epoch. */
export function AsOf({ answeredAt }: { answeredAt: number | undefined }) {
  const { t, i18n } = useTranslation('ui');
  if (useConnection() || answeredAt === undefined) return null;
  const at = new Date(answeredAt);
  return (
    <p role="status" className={classes.line}>
      <IconCloudOff size={18} aria-hidden />
      <span>{t('asOf', { time: momentText(at, new Date(), formatLocale(i18n.language)) })}</span>
    </p>
  );
}
