import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { deviceTimezone, ownTimezone } from '@/platform/device';

/** Formats a start and an end on the viewer's clock. */
export function useTimeRangeText(): (start: string, end: string) => string {
  const { i18n } = useTranslation();
  const format = dateTimeFormat(formatLocale(i18n.language), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: deviceTimezone(),
  });
  return (start, end) => format.formatRange(new Date(start), new Date(end));
}

/** Whose clock times are on: 'In your time zone (Berlin)', or 'Times in UTC' where the browser says no zone. */
export function useClockNote(): string {
  const { t } = useTranslation('schedule');
  const place = (deviceTimezone().split('/').at(-1) ?? '').replaceAll('_', ' ');
  return t(ownTimezone() ? 'summary.zone' : 'summary.otherZone', { place });
}
