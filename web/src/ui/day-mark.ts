/** How far back a day lies that things are grouped by. */
export type DayMark = 'today' | 'yesterday' | 'earlier';

const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate());

/** Whether an instant was today, yesterday or before, on the viewer's calendar; what is yet to come is today's. */
export function dayMark(instant: Date, now: Date): DayMark {
  const today = midnight(now);
  if (instant >= today) return 'today';
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  return instant >= yesterday ? 'yesterday' : 'earlier';
}

/** The day of an instant on the viewer's calendar, as something to tell days apart by. */
export const dayKey = (instant: Date): string => midnight(instant).toDateString();
