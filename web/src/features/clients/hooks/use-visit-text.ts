import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { deviceTimezone } from '@/platform/device';

/** The day of a visit on the viewer's clock; '–' where there is none. */
export function useVisitText(): (instant: string) => string {
  const { t, i18n } = useTranslation('clients');
  const format = dateTimeFormat(formatLocale(i18n.language), { dateStyle: 'medium', timeZone: deviceTimezone() });
  return (instant) => (instant ? format.format(new Date(instant)) : t('never'));
}
