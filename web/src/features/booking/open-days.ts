/** Which days of the viewer's calendar can be chosen: those that a provider's open hours reach into. */

import type { AppointmentInfo, Weekday } from '@/api';
import { dateIn, dateOf } from './days';
import { instantOf } from './zones';

const WEEKDAYS: readonly Weekday[] = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** '09:30' as minutes after midnight. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** From when to when a weekday is open, in minutes after the provider's midnight; null when it is closed. */
function hoursOf(window: AppointmentInfo, day: Weekday): { readonly from: number; readonly to: number } | null {
  if (window[`${day}_window_status`] !== 'open') return null;
  if (window[`${day}_window_type`] === 'quota') {
    return { from: minutesOf(window[`${day}_quota_start_time`]), to: minutesOf(window[`${day}_quota_end_time`]) };
  }
  const slots = window[`${day}_custom_slots`];
  if (slots.length === 0) return null;
  return {
    from: Math.min(...slots.map((slot) => minutesOf(slot.startTime))),
    to: Math.max(...slots.map((slot) => minutesOf(slot.endTime))),
  };
}

/** The provider's dates that a stretch of time touches; their hours may end on the day after they began. */
function providerDates(begin: number, end: number, timezone: string): string[] {
  const [year = 0, month = 1, day = 1] = dateIn(new Date(begin), timezone).split('-').map(Number);
  const last = dateIn(new Date(end - 1), timezone);
  return [0, 1, 2].map((step) => dateOf(year, month, day + step)).filter((date) => date <= last);
}

/** Whether the provider's hours reach into this day of the viewer's, free or not. */
export function isOpenDay(window: AppointmentInfo, date: string, viewer: string): boolean {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const begin = instantOf(date, 0, viewer);
  const end = instantOf(dateOf(year, month, day + 1), 0, viewer);
  return providerDates(begin, end, window.timezone).some((there) => {
    const hours = hoursOf(window, WEEKDAYS[new Date(`${there}T00:00:00Z`).getUTCDay()] ?? 'sunday');
    if (!hours) return false;
    return instantOf(there, hours.from, window.timezone) < end && instantOf(there, hours.to, window.timezone) > begin;
  });
}
