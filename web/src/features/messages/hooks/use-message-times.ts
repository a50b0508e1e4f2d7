import { useTranslation } from 'react-i18next';
import { formatLocale } from '@/i18n/format-locale';
import { dayMarkOf } from '@/ui/day-mark';

/** Formats times and days of messages on the viewer's clock. */
export function useMessageTimes() {
  const { t, i18n } = useTranslation('messages');
  const locale = formatLocale(i18n.language);
  const time = (instant: string) => new Date(instant).toLocaleTimeString(locale, { hour: 'numeric', minute: '2-digit' });
  const day = (instant: string) => {
    const date = new Date(instant);
    const mark = dayMarkOf(date, new Date());
    if (mark !== 'earlier') return t(mark);
    const thisYear = date.getFullYear() === new Date().getFullYear();
    return date.toLocaleDateString(locale, { weekday: 'long', day: 'numeric', month: 'long', ...(thisYear ? {} : { year: 'numeric' }) });
  };
  /** The short form for the list of conversations. */
  const brief = (instant: string) => {
    const date = new Date(instant);
    const mark = dayMarkOf(date, new Date());
    if (mark === 'today') return time(instant);
    return mark === 'yesterday' ? t('yesterday') : date.toLocaleDateString(locale, { day: 'numeric', month: 'short' });
  };
  return { time, day, brief };
}
