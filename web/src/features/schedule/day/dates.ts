/** The days of a strip, as YYYY-MM-DD on the viewer's calendar. */

const asUtc = (date: string) => new Date(`${date}T00:00:00Z`);
const dateOf = (utc: Date) => utc.toISOString().slice(0, 10);

/** The date that is `by` days after `date`. */
export const daysAfter = (date: string, by: number): string => dateOf(new Date(asUtc(date).getTime() + by * 86_400_000));

/** The week of a date; `firstDay`: 1 for Monday to 7 for Sunday. */
export function weekOf(date: string, firstDay: number): string[] {
  const lead = (asUtc(date).getUTCDay() - firstDay + 7) % 7;
  return Array.from({ length: 7 }, (_, place) => daysAfter(date, place - lead));
}

/** A date that can be read and shown, else null. */
export function readDate(text: string | null): string | null {
  if (!text || !/^20[2-9]\d-\d\d-\d\d$/.test(text)) return null;
  const date = asUtc(text);
  return !Number.isNaN(date.getTime()) && dateOf(date) === text ? text : null;
}

/** An instant of the date on the viewer's calendar: its noon. */
export function noonOf(date: string): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day, 12);
}
