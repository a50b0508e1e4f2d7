import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat, numberFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { moneyText } from '@/ui/money';
import type { Metric, FiguresAnswer } from '../model';

/** A day without a zone: it is the same day everywhere. */
const dayOf = (text: string) => new Date(`${text}T00:00:00Z`);

/** How figures are written in the language of the app. */
export function useFigureTexts() {
  const { t, i18n } = useTranslation('figures');
  const locale = formatLocale(i18n.language);
  const whole = numberFormat(locale);
  const oneDecimal = numberFormat(locale, { maximumFractionDigits: 1 });
  const share = numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const change = numberFormat(locale, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });
  const money = (amount: number, currency: string) => moneyText(amount, currency, locale);
  const isIncome = (metric: Metric): metric is `income ${string}` => metric.startsWith('income ');
  return {
    count: (value: number) => whole.format(value),
    hours: (minutes: number) => t('hourCount', { count: minutes / 60, hours: oneDecimal.format(minutes / 60) }),
    share: (value: number) => share.format(value),
    change: (value: number) => change.format(value),
    money,
    metric: (metric: Metric) =>
      isIncome(metric)
        ? t('metric.income', { currency: metric.slice(7).split('-')[0] ?? '' })
        : t(`metric.${metric as 'bookings' | 'hours' | 'requests' | 'views'}`),
    value: (value: number, metric: Metric) => (isIncome(metric) ? money(value, metric.slice(7)) : oneDecimal.format(value)),
    part: (starts: string, unit: FiguresAnswer['unit']) =>
      dateTimeFormat(
        locale,
        unit === 'month' ? { month: 'short', year: '2-digit', timeZone: 'UTC' } : { day: 'numeric', month: 'short', timeZone: 'UTC' },
      ).format(dayOf(starts)),
    span: ({ from_date, to_date }: FiguresAnswer['range']) =>
      dateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(dayOf(from_date), dayOf(to_date)),
    /** The name of a weekday; 0 is Monday. */
    weekday: (weekday: number, style: 'short' | 'long') =>
      dateTimeFormat(locale, { weekday: style, timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, 1 + weekday))),
    hour: (hour: number) => dateTimeFormat(locale, { hour: 'numeric', timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, 1, hour))),
  };
}
