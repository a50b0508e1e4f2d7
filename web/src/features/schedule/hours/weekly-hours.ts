/** The week of business hours as the editor holds it, and as update_appointment_window carries it (api.md section 4). */

import type { UpdateWindowRequest } from '@/api';

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export interface TimeOff {
  readonly startTime: string;
  readonly endTime: string;
}

export interface CustomSlot extends TimeOff {
  readonly id: string;
  readonly alias: string;
  /** Minutes. */
  readonly duration: string;
}

/** One weekday's window. Times are HH:MM on a 24-hour clock, 24:00 a legal end; durations minutes. */
export interface DayWindow {
  readonly type: 'quota' | 'custom';
  readonly status: 'open' | 'closed';
  readonly start: string;
  readonly end: string;
  readonly timeOff: readonly TimeOff[];
  readonly duration: string;
  readonly buffer: string;
  readonly customSlots: readonly CustomSlot[];
}

export type Week = Record<Weekday, DayWindow>;

/** The spec's defaults: Monday to Saturday open, slots of 30 minutes with 10 between. */
export function defaultDay(day: Weekday): DayWindow {
  return {
    type: 'quota',
    status: day === 'sunday' ? 'closed' : 'open',
    start: '09:00',
    end: '17:00',
    timeOff: [],
    duration: '30',
    buffer: '10',
    customSlots: [],
  };
}

function listFrom<T>(value: unknown): readonly T[] {
  if (Array.isArray(value)) return value as readonly T[];
  if (typeof value !== 'string' || value === '') return [];
  const parsed: unknown = JSON.parse(value);
  return Array.isArray(parsed) ? (parsed as readonly T[]) : [];
}

/** A window in flat fields, each found by `field`; what is missing takes the usual. */
export function windowFrom(field: (name: string) => unknown, usual: DayWindow): DayWindow {
  const text = (name: string, fallback: string): string => {
    const value = field(name);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : fallback;
  };
  return {
    type: field('window_type') === 'custom' ? 'custom' : 'quota',
    status: text('window_status', usual.status) === 'open' ? 'open' : 'closed',
    start: text('quota_start_time', usual.start),
    end: text('quota_end_time', usual.end),
    timeOff: listFrom<TimeOff>(field('quota_time_off')),
    duration: text('quota_duration', usual.duration),
    buffer: text('quota_buffer', usual.buffer),
    customSlots: listFrom<CustomSlot>(field('custom_slots')),
  };
}

/** The week in the flat fields of an appointment window; what is missing takes the default. */
export function weekFrom(flat: Readonly<Record<string, unknown>>): Week {
  return Object.fromEntries(WEEKDAYS.map((day) => [day, windowFrom((name) => flat[`${day}_${name}`], defaultDay(day))])) as Week;
}

/** A window's own fields as the call takes them; what is not in force is left out. */
export function windowFields(window: DayWindow): Record<string, unknown> {
  if (window.status === 'closed') return { window_status: 'closed' };
  const slots = window.type === 'quota' ? quotaFields(window) : customFields(window);
  return { window_status: 'open', window_type: window.type, ...slots };
}

/**
 * The request's flat fields for a week. What is not in force is left out and so keeps what it had: a closed day's
 * hours, and those of the other type, cannot stand in the way of saving.
 */
export function flatFrom(week: Week, timezone: string): UpdateWindowRequest {
  const fields: Record<string, unknown> = { iv_timezone: timezone };
  for (const day of WEEKDAYS) {
    for (const [field, value] of Object.entries(windowFields(week[day]))) fields[`iv_${day}_${field}`] = value;
  }
  return fields as UpdateWindowRequest;
}

const quotaFields = ({ start, end, timeOff, duration, buffer }: DayWindow) => ({
  quota_start_time: parseTime(start),
  quota_end_time: parseTime(end),
  quota_time_off: timeOff.map(periodRead),
  quota_duration: duration.trim(),
  quota_buffer: buffer.trim(),
});

const customFields = ({ customSlots }: DayWindow) => ({ custom_slots: customSlots.map((slot) => withDuration(periodRead(slot))) });

const periodRead = <P extends TimeOff>(period: P): P => ({
  ...period,
  startTime: parseTime(period.startTime),
  endTime: parseTime(period.endTime),
});

/** The same hours on the other days that are given. */
export function copyDay(week: Week, from: Weekday, to: readonly Weekday[]): Week {
  return { ...week, ...Object.fromEntries(to.map((day) => [day, week[from]])) } as Week;
}

/** HH:MM as minutes of the day; NaN for anything else. 24:00 is 1440. */
export function minutesOf(time: string): number {
  const match = /^(\d{2}):(\d{2})$/.exec(time);
  if (!match) return Number.NaN;
  const minutes = Number(match[1]) * 60 + Number(match[2]);
  return minutes <= 1440 && Number(match[2]) < 60 ? minutes : Number.NaN;
}

/** Minutes of the day as HH:MM. */
export function clockOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** What was typed as HH:MM: 9, 930, 9.30 and 09:30 are understood; anything else stays as it is, for the server to refuse. */
export function parseTime(typed: string): string {
  const match = /^(\d{1,2})(?:[:.h ]?(\d{2}))?[:.h]?$/.exec(typed.trim());
  if (!match) return typed.trim();
  const time = `${(match[1] ?? '').padStart(2, '0')}:${match[2] ?? '00'}`;
  return Number.isNaN(minutesOf(time)) ? typed.trim() : time;
}

/** A custom slot with the length that its times give. */
export function withDuration(slot: CustomSlot): CustomSlot {
  const minutes = minutesOf(parseTime(slot.endTime)) - minutesOf(parseTime(slot.startTime));
  return { ...slot, duration: Number.isNaN(minutes) ? slot.duration : String(Math.max(0, minutes)) };
}

/** A further custom slot: an hour from where the last one ends. */
export function nextSlot(slots: readonly CustomSlot[], id: string): CustomSlot {
  const last = minutesOf(parseTime(slots.at(-1)?.endTime ?? '09:00'));
  const start = Number.isNaN(last) || last >= 1440 ? 540 : last;
  return withDuration({ id, startTime: clockOf(start), endTime: clockOf(Math.min(start + 60, 1440)), alias: '', duration: '60' });
}

/** A further time off: an hour in the middle of the window, or after the last one. */
export function nextTimeOff({ start, end, timeOff }: DayWindow): TimeOff {
  const [from, to] = [minutesOf(parseTime(timeOff.at(-1)?.endTime ?? start)), minutesOf(parseTime(end))];
  if (Number.isNaN(from) || Number.isNaN(to) || to <= from) return { startTime: '12:00', endTime: '13:00' };
  const noon = timeOff.length === 0 && from <= 720 && to >= 780;
  const begin = noon ? 720 : Math.round((from + (to - from) / 2) / 30) * 30;
  return { startTime: clockOf(begin), endTime: clockOf(Math.min(begin + 60, to)) };
}

/** The list with one entry changed. */
export function replaceAt<T>(list: readonly T[], index: number, change: Partial<T>): T[] {
  return list.map((entry, place) => (place === index ? { ...entry, ...change } : entry));
}

/** The weekday of a date such as 2026-11-23. */
export function weekdayOf(date: string): Weekday {
  return WEEKDAYS[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] as Weekday;
}

/** The days that something is wrong with. */
export const daysWithErrors = (iv: Readonly<Record<string, string>>): Weekday[] =>
  WEEKDAYS.filter((day) => Object.keys(errorsOf(day, iv)).length > 0);

/** The other days that are open, to which a day's hours are likely copied. */
export const otherOpenDays = (week: Week, from: Weekday): Weekday[] => WEEKDAYS.filter((day) => day !== from && week[day].status === 'open');

/** A window as people read it: 9–17, 9:30–17. */
export function rangeText({ start, end }: Pick<DayWindow, 'start' | 'end'>): string {
  const short = (time: string): string => time.replace(/^0(?=\d)/, '').replace(/:00$/, '');
  return `${short(start)}–${short(end)}`;
}

/** The messages of one weekday, by the window's own field names. */
export function errorsOf(day: Weekday, iv: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const prefix = `iv_${day}_`;
  return Object.fromEntries(
    Object.entries(iv)
      .filter(([field]) => field.startsWith(prefix))
      .map(([field, message]) => [field.slice(prefix.length), message]),
  );
}
