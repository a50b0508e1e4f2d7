/** The provider's open hours in the coming week, on the clock that shows them (product.md 4.1). */

import type { AppointmentInfo, Weekday } from '@/api';
import { dateIn, instantOf } from '@/features/booking';

export const WEEKDAYS: readonly Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** From when to when a provider is open on one day. */
export interface Opening {
  readonly start: Date;
  readonly end: Date;
}

const DAY = 86_400_000;

/** '09:30' as minutes after midnight; 24:00 is 1440. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The minutes in which a weekday is open: those of the quota, or from the first to the last custom slot. */
function spanOf(window: AppointmentInfo, day: Weekday): readonly [number, number] | null {
  if (window[`${day}_window_status`] !== 'open') return null;
  if (window[`${day}_window_type`] !== 'custom')
    return [minutesOf(window[`${day}_quota_start_time`]), minutesOf(window[`${day}_quota_end_time`])];
  const slots = window[`${day}_custom_slots`];
  if (slots.length === 0) return null;
  return [Math.min(...slots.map((slot) => minutesOf(slot.startTime))), Math.max(...slots.map((slot) => minutesOf(slot.endTime)))];
}

const weekdayOf = (date: string): Weekday => WEEKDAYS[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] as Weekday;

/** The openings of the week that begins now, by the weekday on which they begin in `timezone`. Single days that differ are left out. */
export function openingsOf(window: AppointmentInfo, timezone: string, now: Date): ReadonlyMap<Weekday, readonly Opening[]> {
  const openings = new Map<Weekday, Opening[]>();
  const today = Date.parse(`${dateIn(now, window.timezone)}T00:00:00Z`);
  for (let ahead = 0; ahead < WEEKDAYS.length; ahead += 1) {
    const date = new Date(today + ahead * DAY).toISOString().slice(0, 10);
    const span = spanOf(window, weekdayOf(date));
    if (!span) continue;
    const [start, end] = span.map((minutes) => new Date(instantOf(date, minutes, window.timezone))) as [Date, Date];
    const shown = weekdayOf(dateIn(start, timezone));
    openings.set(shown, [...(openings.get(shown) ?? []), { start, end }]);
  }
  return openings;
}
