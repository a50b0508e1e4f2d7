import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat, numberFormat } from '@/i18n/intl';
import { useTranslation } from '@/i18n/use-translation';
import { moneyText } from './money';
import { useTakenOver } from './taken-over';
import { useNow } from './use-now';

/** A time span in the largest unit that fits. */
interface Ago {
  unit: 'now' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';
  count: number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const steps: readonly [Ago['unit'], number][] = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['week', 7 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
];

/** How long ago an instant was: under 3 minutes 'now', then minutes, hours, days, weeks, months, years. */
function agoOf(instant: Date, now: Date): Ago {
  const elapsed = now.getTime() - instant.getTime();
  if (!(elapsed >= 3 * minute)) return { unit: 'now', count: 0 };
  for (const [unit, length] of steps) {
    if (elapsed >= length) return { unit, count: Math.floor(elapsed / length) };
  }
  return { unit: 'now', count: 0 };
}

/** Splits minutes into the displayed parts: '50 mins', '1 hr 20 mins'. */
function durationParts(minutes: number): { hours: number; minutes: number } {
  const whole = Math.max(0, Math.round(minutes));
  return { hours: Math.floor(whole / 60), minutes: whole % 60 };
}

/** 'a few seconds ago', '12 minutes ago' ... which goes on while one looks; with the full date on hover. */
export function TimeAgo({ instant }: { instant: string }) {
  const { t, i18n } = useTranslation('ui');
  const now = useNow();
  const date = new Date(instant);
  const takenOver = useTakenOver();
  if (Number.isNaN(date.getTime())) return null;
  const { unit, count } = agoOf(date, now);
  // The server does not know the viewer's zone.
  const full = takenOver ? dateTimeFormat(formatLocale(i18n.language), { dateStyle: 'full', timeStyle: 'short' }).format(date) : undefined;
  return (
    <time dateTime={instant} title={full}>
      {t(`ago.${unit}`, { count })}
    </time>
  );
}

/** Formats minutes as '50 mins' or '1 hr 20 mins'. */
export function useDurationText(): (minutes: number) => string {
  const { t } = useTranslation('ui');
  return (total) => {
    const { hours, minutes } = durationParts(total);
    const parts: string[] = [];
    if (hours) parts.push(t('duration.hours', { count: hours }));
    if (minutes || !hours) parts.push(t('duration.minutes', { count: minutes }));
    return parts.join(' ');
  };
}

export function Duration({ minutes }: { minutes: number }) {
  return <>{useDurationText()(minutes)}</>;
}

/** Formats an amount with its currency's symbol, or as 'Free'. */
export function useMoneyText(): (amount: number, currency: string) => string {
  const { t, i18n } = useTranslation('ui');
  return (amount, currency) => (amount === 0 ? t('free') : moneyText(amount, currency, formatLocale(i18n.language)));
}

export function Money({ amount, currency }: { amount: number; currency: string }) {
  return <span className="figure">{useMoneyText()(amount, currency)}</span>;
}

/** What a service costs: `cost` in units of `currency`, and what it means; without a word it is the price. */
export interface Priced {
  readonly cost: number;
  readonly currency: string;
  readonly price_kind?: 'fixed' | 'from' | 'free' | 'on_request';
}

/** Formats a price: an amount, 'from' the lowest one, 'Free', or 'Price on request'. */
export function usePriceText(): (service: Priced) => string {
  const { t } = useTranslation('ui');
  const money = useMoneyText();
  return ({ cost, currency, price_kind }) => {
    if (cost === 0) return price_kind === 'on_request' ? t('price.onRequest') : money(0, currency);
    const text = money(cost, currency);
    return price_kind === 'from' ? t('price.from', { price: text }) : text;
  };
}

export function Price({ of }: { of: Priced }) {
  return <span className="figure">{usePriceText()(of)}</span>;
}

/** Formats a rating with one decimal: '4.8', or '4,8' in languages that write it so. */
export function useRatingText(): (rating: number) => string {
  const { i18n } = useTranslation('ui');
  const format = numberFormat(formatLocale(i18n.language), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (rating) => format.format(rating);
}
