/** Today, yesterday or earlier: how lists are grouped by day. */
export type DayMark = 'today' | 'yesterday' | 'earlier';

const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate());

/** The day mark of an instant on the viewer's calendar; the future counts as today. */
export function dayMarkOf(instant: Date, now: Date): DayMark {
  const today = midnight(now);
  if (instant >= today) return 'today';
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  return instant >= yesterday ? 'yesterday' : 'earlier';
}

/** The day of an instant on the viewer's calendar, as a key for comparison. */
export const dayKey = (instant: Date): string => midnight(instant).toDateString();
