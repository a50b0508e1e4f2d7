import { instantOf } from '@/features/booking';
import { dateTimeFormat } from '@/i18n/intl';

/** The last year a date may have. */
const lastYear = 2030;

/** A zone's local time at an instant, in the format of a date-time field: '2026-11-22T09:30'. */
export function clockIn(instant: Date | string, timezone: string): string {
  const shown = dateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' });
  return shown.format(new Date(instant)).replace(' ', 'T');
}

/** The instant of a zone's local time. */
export function instantIn(clock: string, timezone: string): Date {
  const [date = '', time = ''] = clock.split('T');
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(instantOf(date, hours * 60 + minutes, timezone));
}

/** The earliest and latest publication time, on the zone's clock. */
export const scheduleBounds = (now: Date, timezone: string) => ({ min: clockIn(now, timezone), max: `${lastYear}-12-31T23:59` });

/** Why a post cannot be scheduled for this time; null if it can. */
export function scheduleProblem(clock: string, timezone: string, now: Date): 'missing' | 'past' | 'tooFar' | null {
  const year = Number(clock.slice(0, clock.indexOf('-')));
  if (!clock || Number.isNaN(year)) return 'missing';
  if (year > lastYear) return 'tooFar';
  return instantIn(clock, timezone) <= now ? 'past' : null;
}
