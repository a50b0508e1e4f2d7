import { formatLocale } from '@/i18n/format-locale';
import { useTranslation } from '@/i18n/use-translation';
import { useNow } from '@/ui';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The whole units that are left, so that nobody has less time than is said; null once it is over. */
export function timeLeft(until: Date, now: Date): [count: number, unit: 'minute' | 'hour' | 'day'] | null {
  const left = until.getTime() - now.getTime();
  if (!(left > 0)) return null;
  if (left >= 2 * day) return [Math.floor(left / day), 'day'];
  if (left >= hour) return [Math.floor(left / hour), 'hour'];
  return [Math.max(1, Math.floor(left / minute)), 'minute'];
}

/** How long it is until an instant: 'in 5 hours'. Goes on while one looks; null when it is over, or for no instant. */
export function useTimeLeft(until: string): string | null {
  const { i18n } = useTranslation();
  const left = timeLeft(new Date(until), useNow());
  return left && new Intl.RelativeTimeFormat(formatLocale(i18n.language)).format(...left);
}
