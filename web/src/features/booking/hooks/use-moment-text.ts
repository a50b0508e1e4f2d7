import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { relativeTimeFormat } from '@/i18n/intl-words';
import { useTranslation } from '@/i18n/use-translation';
import { addDays, clockTime, dateIn } from '../calendar-days';
import type { Run } from '../runs';

const SHORT = { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const;

/** When something is, in few words: 'Today 16:30', 'Tomorrow 9:00', 'Fri, Dec 4, 9:00'. `today` is the date in the zone. */
export function useMomentText(timezone: string, today: string): (instant: string) => string {
  const { i18n } = useTranslation();
  const locale = formatLocale(i18n.language);
  return (instant) => {
    const near = [today, addDays(today, 1)].indexOf(dateIn(instant, timezone));
    if (near < 0) {
      return dateTimeFormat(locale, { ...SHORT, timeZone: timezone }).format(new Date(instant));
    }
    const day = relativeTimeFormat(locale, { numeric: 'auto' }).format(near, 'day');
    return `${day.charAt(0).toLocaleUpperCase(locale)}${day.slice(1)} ${clockTime(instant, timezone, locale)}`;
  };
}

/** Slots in a row as one span of time, with their name if they have one: 'Fri, Dec 4, 16:30 – 18:00'. */
export function useSpanText(timezone: string): (span: Run) => string {
  const { i18n } = useTranslation();
  const format = dateTimeFormat(formatLocale(i18n.language), { ...SHORT, timeZone: timezone });
  return ([first, ...more]) => {
    if (!first) return '';
    const last = more.at(-1) ?? first;
    return [format.formatRange(new Date(first.provider_start_time), new Date(last.provider_end_time)), first.alias]
      .filter(Boolean)
      .join(' · ');
  };
}
