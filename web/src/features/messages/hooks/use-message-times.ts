import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { dayMarkOf } from '@/ui/day-mark';

/** Formats times and days of messages on the viewer's clock. */
export function useMessageTimes() {
  const { t, i18n } = useTranslation('messages');
  const locale = formatLocale(i18n.language);
  const time = (instant: string) => dateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(new Date(instant));
  const day = (instant: string) => {
    const date = new Date(instant);
    const mark = dayMarkOf(date, new Date());
    if (mark !== 'earlier') return t(mark);
    const thisYear = date.getFullYear() === new Date().getFullYear();
    return dateTimeFormat(locale, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      ...(thisYear ? {} : { year: 'numeric' as const }),
    }).format(date);
  };
  /** The short form for the list of conversations. */
  const brief = (instant: string) => {
    const date = new Date(instant);
    const mark = dayMarkOf(date, new Date());
    if (mark === 'today') return time(instant);
    return mark === 'yesterday' ? t('yesterday') : dateTimeFormat(locale, { day: 'numeric', month: 'short' }).format(date);
  };
  return { time, day, brief };
}
