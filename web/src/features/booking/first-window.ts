import { dateIn, dateOf, monthOf, type DayOfSlots } from './calendar-days';

/** How far ahead the next free time is looked for, in days. */
const LOOK_AHEAD_DAYS = 14;

/** The last date within which the next free time is looked for. */
export function lookAheadEnd(today: string): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  return dateOf(year, month, day + LOOK_AHEAD_DAYS);
}

/**
 * The dates of a provider's first slot query: the rest of this month, and as far as the next free time is looked for. All that
 * show slots ask for the same dates first, so that they are fetched once.
 */
export function firstWindow(today: string): { readonly from: string; readonly to: string } {
  const { to } = monthOf(today);
  const ahead = lookAheadEnd(today);
  return { from: today, to: ahead > to ? ahead : to };
}

/** The first slot query of a provider. */
export const firstSlots = (providerId: string, timezone: string) => ({ providerId, ...firstWindow(dateIn(new Date(), timezone)), timezone });

/** The dates of the query for a month. */
export function monthWindow(month: string, today: string): { readonly from: string; readonly to: string } {
  const { from, to } = monthOf(month);
  return from <= today ? firstWindow(today) : { from, to };
}

/** The days of a query's answer by date, those of other months left out. */
export const daysOfMonth = (days: readonly DayOfSlots[], month: string): ReadonlyMap<string, DayOfSlots> =>
  new Map(days.filter(({ date }) => date.slice(0, 7) === month.slice(0, 7)).map((day) => [day.date, day]));
