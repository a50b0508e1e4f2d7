import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';

/** A provider's pause, as profiles and cards carry it (product.md 3.10). `away_until` is the first day back; '' for until they say so. */
export interface Pause {
  readonly away: boolean;
  readonly away_until: string;
}

/** '5 January', with the year when it is another one than today's. */
export function useDayText(): (date: string) => string {
  const { i18n } = useTranslation();
  return (date) => {
    const year = date.startsWith(`${new Date().getFullYear()}-`) ? {} : { year: 'numeric' as const };
    const format = dateTimeFormat(formatLocale(i18n.language), { day: 'numeric', month: 'long', timeZone: 'UTC', ...year });
    return format.format(new Date(`${date}T00:00:00Z`));
  };
}

/** 'Away until 5 January', or 'Away'; '' for a provider who is not. */
export function useAwayText(): (pause: Pause) => string {
  const { t } = useTranslation('ui');
  const day = useDayText();
  return ({ away, away_until }) => {
    if (!away) return '';
    return away_until ? t('away.until', { day: day(away_until) }) : t('away.open');
  };
}
