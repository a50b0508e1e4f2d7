import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { deviceTimezone } from '@/platform/device';

/** Times of day on the viewer's clock. */
export function useClockText() {
  const { i18n } = useTranslation();
  const format = dateTimeFormat(formatLocale(i18n.language), { hour: 'numeric', minute: '2-digit', timeZone: deviceTimezone() });
  return {
    of: (instant: Date) => format.format(instant),
    range: ({ start, end }: { readonly start: Date; readonly end: Date }) => format.formatRange(start, end),
  };
}
