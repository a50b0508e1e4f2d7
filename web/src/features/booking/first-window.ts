import { addDays, dateIn, monthOf, type DayOfSlots } from './calendar-days';

/** How far ahead the next free time is looked for, in days. */
const LOOK_AHEAD_DAYS = 14;

/** The last date within which the next free time is looked for. */
function lookAheadEnd(today: string): string {
  return addDays(today, LOOK_AHEAD_DAYS);
}

/**
 * The dates of a provider's first slot query: the rest of this month, and as far as the next free time is looked for. All that
 * show slots ask for the same dates first, so that they are fetched once.
 */
function firstWindow(today: string): { readonly from: string; readonly to: string } {
  const { to } = monthOf(today);
  const ahead = lookAheadEnd(today);
  return { from: today, to: ahead > to ? ahead : to };
}

/** The first slot query of a provider. */
export const firstSlots = (providerId: string, timezone: string) => ({
  providerId,
  ...firstWindow(dateIn(new Date(), timezone)),
  timezone,
});

/** The dates of the query for a month. */
export function monthWindow(month: string, today: string): { readonly from: string; readonly to: string } {
  const { from, to } = monthOf(month);
  return from <= today ? firstWindow(today) : { from, to };
}

/** How many days a strip shows. */
export const STRIP_DAYS = 14;

/** The first date of the strip that shows `date`: strips follow one another from today on. */
export function stripStart(date: string, today: string): string {
  const days = Math.max(0, Math.round((Date.parse(date) - Date.parse(today)) / 86_400_000));
  return addDays(today, days - (days % STRIP_DAYS));
}

/** The days that a strip asks for. The page asks for those of the first strip as soon as it opens. */
export const stripWindow = (from: string, today: string): { readonly from: string; readonly to: string } =>
  from <= today ? firstWindow(today) : { from, to: addDays(from, STRIP_DAYS - 1) };

/** The days of a query's answer by date, those of other months left out. */
export const daysOfMonth = (days: readonly DayOfSlots[], month: string): ReadonlyMap<string, DayOfSlots> =>
  new Map(days.filter(({ date }) => date.slice(0, 7) === month.slice(0, 7)).map((day) => [day.date, day]));
