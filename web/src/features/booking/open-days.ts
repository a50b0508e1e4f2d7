/** Which days of the viewer's calendar can be chosen: those that the provider's open hours cover. */

import type { AppointmentInfo, Weekday } from '@/api';
import { addDays, dateIn } from './calendar-days';
import { instantOf } from './time-zones';

const WEEKDAYS: readonly Weekday[] = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** The hours of one day, without the weekday prefix. */
type DayHours = Pick<
  AppointmentInfo['date_overrides'][number],
  'window_status' | 'window_type' | 'quota_start_time' | 'quota_end_time' | 'quota_buffer' | 'custom_slots'
>;

/** '09:30' as minutes after midnight. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The hours of a date in the provider's zone. */
export function hoursOn(hours: AppointmentInfo, date: string): DayHours {
  const differing = hours.date_overrides.find((one) => one.date <= date && date <= one.end_date);
  if (differing) return differing;
  const day = WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? 'sunday';
  return {
    window_status: hours[`${day}_window_status`],
    window_type: hours[`${day}_window_type`],
    quota_start_time: hours[`${day}_quota_start_time`],
    quota_end_time: hours[`${day}_quota_end_time`],
    quota_buffer: hours[`${day}_quota_buffer`],
    custom_slots: hours[`${day}_custom_slots`],
  };
}

/** The open range of a day in minutes after the provider's midnight; null when it is closed. */
function spanOf(day: DayHours): { readonly from: number; readonly to: number } | null {
  if (day.window_status !== 'open') return null;
  if (day.window_type !== 'custom') return { from: minutesOf(day.quota_start_time), to: minutesOf(day.quota_end_time) };
  if (day.custom_slots.length === 0) return null;
  return {
    from: Math.min(...day.custom_slots.map((slot) => minutesOf(slot.startTime))),
    to: Math.max(...day.custom_slots.map((slot) => minutesOf(slot.endTime))),
  };
}

/** Whether the provider's hours cover this day of the viewer's calendar, free or not. `today` is the viewer's date. */
export function isOpenDay(hours: AppointmentInfo, date: string, viewer: string, today: string): boolean {
  const horizon = Number(hours.booking_horizon);
  if (date < today || (horizon > 0 && date > addDays(today, horizon))) return false;
  const begin = instantOf(date, 0, viewer);
  const end = instantOf(addDays(date, 1), 0, viewer);
  const first = dateIn(new Date(begin), hours.timezone);
  const last = dateIn(new Date(end - 1), hours.timezone);
  return [first, addDays(first, 1)].some((there) => {
    const span = there > last ? null : spanOf(hoursOn(hours, there));
    if (!span) return false;
    return instantOf(there, span.from, hours.timezone) < end && instantOf(there, span.to, hours.timezone) > begin;
  });
}
