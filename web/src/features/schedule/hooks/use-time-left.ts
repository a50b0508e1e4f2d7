import { formatLocale } from '@/i18n/format-locale';
import { relativeTimeFormat } from '@/i18n/intl-words';
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

/** How far off a session is: on its own day the hours or minutes, before it the days of this device's calendar; null once it has begun. */
export function timeAhead(start: Date, now: Date): [count: number, unit: 'minute' | 'hour' | 'day'] | null {
  const nights = Math.round((midnight(start) - midnight(now)) / day);
  return nights > 0 ? [nights, 'day'] : timeLeft(start, now);
}

const midnight = (instant: Date): number => Date.UTC(instant.getFullYear(), instant.getMonth(), instant.getDate());

/** How long it is until a session begins: 'in 40 minutes', 'tomorrow', 'in 3 days'. Goes on while one looks; null once it has begun. */
export function useTimeAhead(start: Date): string | null {
  const { i18n } = useTranslation();
  const ahead = timeAhead(start, useNow());
  return ahead && relativeTimeFormat(formatLocale(i18n.language), { numeric: 'auto' }).format(...ahead);
}

/** How long it is until an instant: 'in 5 hours'. Goes on while one looks; null when it is over, or for no instant. */
export function useTimeLeft(until: string): string | null {
  const { i18n } = useTranslation();
  const left = timeLeft(new Date(until), useNow());
  return left && relativeTimeFormat(formatLocale(i18n.language)).format(...left);
}
