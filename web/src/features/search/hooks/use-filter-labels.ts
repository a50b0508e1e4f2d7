import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat, numberFormat } from '@/i18n/intl';
import { displayName } from '@/i18n/intl-words';
import { spokenLanguage } from '@/i18n/spoken-languages';
import { useTranslation } from '@/i18n/use-translation';
import { useDurationText } from '@/ui';
import type { FilterName } from '../filters';

const upper = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Formats a filter's value: 'DE' is Germany, '4' is '4 stars and more'. */
export function useFilterLabel(): (name: FilterName, value: string) => string {
  const { t, i18n } = useTranslation(['search', 'ui']);
  const durationText = useDurationText();
  return (name, value) => {
    switch (name) {
      case 'category':
        return t(`ui:category.${value}` as 'ui:category.legal', value);
      case 'delivery_mode':
        return t(`ui:deliveryMode.${value}` as 'ui:deliveryMode.remote', value);
      case 'country':
        return displayName(i18n.language, 'region', value) ?? value;
      case 'language':
        return upper(spokenLanguage(i18n.language, value));
      case 'min_rating':
        return value === '5' ? t('stars5') : t('starsMore', { stars: value });
      case 'max_cost':
        return Number(value) === 0 ? t('ui:free') : t('upTo', { amount: numberFormat(formatLocale(i18n.language)).format(Number(value)) });
      case 'available_on':
        return dayText(value, formatLocale(i18n.language));
      case 'free_from':
        return t('startsFrom', { time: clockText(value, formatLocale(i18n.language)) });
      case 'minutes':
        return durationText(Number(value));
      case 'city':
        return value;
    }
  };
}

/** A date as on a chip: 'Tue 24 Nov'. */
export function dayText(date: string, locale: string): string {
  const format = dateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
  return format.format(new Date(`${date}T00:00:00Z`));
}

/** A clock time as it is written in the language: '5:00 PM'. */
function clockText(clock: string, locale: string): string {
  return dateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(new Date(`2000-01-01T${clock}:00Z`));
}
