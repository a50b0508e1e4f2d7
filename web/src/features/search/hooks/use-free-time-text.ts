import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';

const dateOn = (instant: Date, timezone: string) => dateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(instant);

/** Days until an instant on a zone's clock: 0 for today, 1 for tomorrow. */
function daysAway(instant: Date, now: Date, timezone: string): number {
  const midnight = (date: Date) => Date.parse(`${dateOn(date, timezone)}T00:00:00Z`);
  return Math.round((midnight(instant) - midnight(now)) / 86_400_000);
}

/** Formats a free time as 'Today 16:20', 'Tomorrow 9:00' or 'Tue 24 Nov, 9:00' on the viewer's clock. */
export function useFreeTimeText(timezone: string): (start: string) => string {
  const { t, i18n } = useTranslation('search');
  const locale = formatLocale(i18n.language);
  return (start) => {
    const instant = new Date(start);
    const time = dateTimeFormat(locale, { timeZone: timezone, hour: 'numeric', minute: '2-digit' }).format(instant);
    const days = daysAway(instant, new Date(), timezone);
    if (days === 0) return t('today', { time });
    if (days === 1) return t('tomorrow', { time });
    return dateTimeFormat(locale, {
      timeZone: timezone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
    }).format(instant);
  };
}
