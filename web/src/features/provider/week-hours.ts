/** The provider's open hours in the coming week, on the clock that shows them (product.md 4.1). */

import type { AppointmentInfo, Weekday } from '@/api';
import { addDays, dateIn, instantOf } from '@/features/booking';

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

/** A part of an opening on one day of the clock that shows it. */
interface Part extends Opening {
  readonly day: Weekday;
  /** When it begins, in milliseconds after midnight. */
  readonly after: number;
}

const lengthOf = ({ start, end }: Opening): number => end.getTime() - start.getTime();

/** The parts of an opening on each day of `timezone` that it touches. */
function partsOf({ start, end }: Opening, timezone: string): Part[] {
  if (start >= end) return [];
  const date = dateIn(start, timezone);
  const [midnight, next] = [date, addDays(date, 1)].map((day) => new Date(instantOf(day, 0, timezone))) as [Date, Date];
  const part = { day: weekdayOf(date), after: start.getTime() - midnight.getTime(), start, end: end < next ? end : next };
  return [part, ...partsOf({ start: part.end, end }, timezone)];
}

/** The parts of a day in order; those that touch become one. */
function merged(parts: readonly Part[]): Opening[] {
  const whole: Part[] = [];
  for (const part of [...parts].sort((a, b) => a.after - b.after)) {
    const last = whole.at(-1);
    const touches = last && part.after <= last.after + lengthOf(last);
    if (!touches) whole.push(part);
    else {
      const length = Math.max(lengthOf(last), part.after + lengthOf(part) - last.after);
      whole[whole.length - 1] = { ...last, end: new Date(last.start.getTime() + length) };
    }
  }
  return whole.map(({ start, end }) => ({ start, end }));
}

/** The openings of the week that begins now, by the days of `timezone` on which they are open. Single days that differ are left out. */
export function openingsOf(window: AppointmentInfo, timezone: string, now: Date): ReadonlyMap<Weekday, readonly Opening[]> {
  const today = Date.parse(`${dateIn(now, window.timezone)}T00:00:00Z`);
  const parts = WEEKDAYS.flatMap((_day, ahead) => {
    const date = new Date(today + ahead * DAY).toISOString().slice(0, 10);
    const span = spanOf(window, weekdayOf(date));
    if (!span) return [];
    const [start, end] = span.map((minutes) => new Date(instantOf(date, minutes, window.timezone))) as [Date, Date];
    return partsOf({ start, end }, timezone);
  });
  const days = WEEKDAYS.map((day) => [day, merged(parts.filter((part) => part.day === day))] as const);
  return new Map(days.filter(([, openings]) => openings.length > 0));
}
