/** The weekly hours, in the editor's form and in the form of update_appointment_window (api.md 4). */

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

export const WINDOW_TYPES = ['quota', 'flexible', 'custom'] as const;
export type WindowType = (typeof WINDOW_TYPES)[number];

/** One weekday's window. Times are HH:MM on a 24-hour clock, where 24:00 is valid as an end. Durations are in minutes. */
export interface DayWindow {
  /** quota: slots of one length; custom: slots of their own; flexible: starts every `step` minutes, as long as the services need. */
  readonly type: WindowType;
  readonly status: 'open' | 'closed';
  readonly start: string;
  readonly end: string;
  readonly timeOff: readonly TimeOff[];
  readonly duration: string;
  readonly buffer: string;
  readonly step: string;
  readonly customSlots: readonly CustomSlot[];
}

export type Week = Record<Weekday, DayWindow>;

/** The default hours: Monday to Saturday open, slots of 30 minutes with 10 minutes between. */
export function defaultDay(day: Weekday): DayWindow {
  return {
    type: 'quota',
    status: day === 'sunday' ? 'closed' : 'open',
    start: '09:00',
    end: '17:00',
    timeOff: [],
    duration: '30',
    buffer: '10',
    step: '15',
    customSlots: [],
  };
}

function listFrom<T>(value: unknown): readonly T[] {
  if (Array.isArray(value)) return value as readonly T[];
  if (typeof value !== 'string' || value === '') return [];
  const parsed: unknown = JSON.parse(value);
  return Array.isArray(parsed) ? (parsed as readonly T[]) : [];
}

/** Reads a window from flat fields, each looked up by `field`; missing ones take the defaults. */
export function windowFrom(field: (name: string) => unknown, usual: DayWindow): DayWindow {
  const text = (name: string, fallback: string): string => {
    const value = field(name);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : fallback;
  };
  return {
    type: WINDOW_TYPES.find((type) => type === field('window_type')) ?? 'quota',
    status: text('window_status', usual.status) === 'open' ? 'open' : 'closed',
    start: text('quota_start_time', usual.start),
    end: text('quota_end_time', usual.end),
    timeOff: listFrom<TimeOff>(field('quota_time_off')),
    duration: text('quota_duration', usual.duration),
    buffer: text('quota_buffer', usual.buffer),
    step: text('flexible_step', usual.step),
    customSlots: listFrom<CustomSlot>(field('custom_slots')),
  };
}

/** Reads the week from the flat fields of an appointment window; missing ones take the defaults. */
export function weekFrom(flat: Readonly<Record<string, unknown>>): Week {
  return Object.fromEntries(WEEKDAYS.map((day) => [day, windowFrom((name) => flat[`${day}_${name}`], defaultDay(day))])) as Week;
}

/** A window's own fields for the call, without those that are not in effect. */
export function windowFields(window: DayWindow): Record<string, unknown> {
  if (window.status === 'closed') return { window_status: 'closed' };
  return { window_status: 'open', window_type: window.type, ...fieldsOf[window.type](window) };
}

/**
 * The flat fields of a week for the call. Fields that are not in effect are left out and keep their stored values, so
 * that a closed day's hours or those of the other type cannot block saving.
 */
export function flatFields(week: Week, timezone: string): UpdateWindowRequest {
  const fields: Record<string, unknown> = { iv_timezone: timezone };
  for (const day of WEEKDAYS) {
    for (const [field, value] of Object.entries(windowFields(week[day]))) fields[`iv_${day}_${field}`] = value;
  }
  return fields as UpdateWindowRequest;
}

/** Open hours without time off, of the two types that have them. */
const openFields = ({ start, end, timeOff }: DayWindow) => ({
  quota_start_time: parseTime(start),
  quota_end_time: parseTime(end),
  quota_time_off: timeOff.map(readPeriod),
});

/** The fields in effect of each type. */
const fieldsOf: Readonly<Record<WindowType, (window: DayWindow) => Record<string, unknown>>> = {
  quota: (window) => ({ ...openFields(window), quota_duration: window.duration.trim(), quota_buffer: window.buffer.trim() }),
  flexible: (window) => ({ ...openFields(window), flexible_step: window.step.trim() }),
  custom: ({ customSlots }) => ({ custom_slots: customSlots.map((slot) => withDuration(readPeriod(slot))) }),
};

const readPeriod = <P extends TimeOff>(period: P): P => ({
  ...period,
  startTime: parseTime(period.startTime),
  endTime: parseTime(period.endTime),
});

/** Copies a day's hours to the given days. */
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
function clockOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Parses typed times such as 9, 930, 9.30 and 09:30 to HH:MM. Anything else is returned unchanged, for the server to refuse. */
export function parseTime(typed: string): string {
  const match = /^(\d{1,2})(?:[:.h ]?(\d{2}))?[:.h]?$/.exec(typed.trim());
  if (!match) return typed.trim();
  const time = `${(match[1] ?? '').padStart(2, '0')}:${match[2] ?? '00'}`;
  return Number.isNaN(minutesOf(time)) ? typed.trim() : time;
}

/** A custom slot with the duration computed from its times. */
export function withDuration(slot: CustomSlot): CustomSlot {
  const minutes = minutesOf(parseTime(slot.endTime)) - minutesOf(parseTime(slot.startTime));
  return { ...slot, duration: Number.isNaN(minutes) ? slot.duration : String(Math.max(0, minutes)) };
}

/** A new custom slot: one hour, starting where the last one ends. */
export function nextSlot(slots: readonly CustomSlot[], id: string): CustomSlot {
  const last = minutesOf(parseTime(slots.at(-1)?.endTime ?? '09:00'));
  const start = Number.isNaN(last) || last >= 1440 ? 540 : last;
  return withDuration({ id, startTime: clockOf(start), endTime: clockOf(Math.min(start + 60, 1440)), alias: '', duration: '60' });
}

/** A new time off: one hour in the middle of the window, or after the last one. */
export function nextTimeOff({ start, end, timeOff }: DayWindow): TimeOff {
  const [from, to] = [minutesOf(parseTime(timeOff.at(-1)?.endTime ?? start)), minutesOf(parseTime(end))];
  if (Number.isNaN(from) || Number.isNaN(to) || to <= from) return { startTime: '12:00', endTime: '13:00' };
  const noon = timeOff.length === 0 && from <= 720 && to >= 780;
  const begin = noon ? 720 : Math.round((from + (to - from) / 2) / 30) * 30;
  return { startTime: clockOf(begin), endTime: clockOf(Math.min(begin + 60, to)) };
}

/** Replaces one entry of a list. */
export function replaceAt<T>(list: readonly T[], index: number, change: Partial<T>): T[] {
  return list.map((entry, place) => (place === index ? { ...entry, ...change } : entry));
}

/** The weekday of a date such as 2026-11-23. */
export function weekdayOf(date: string): Weekday {
  return WEEKDAYS[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] as Weekday;
}

/** The days with errors. */
export const daysWithErrors = (iv: Readonly<Record<string, string>>): Weekday[] =>
  WEEKDAYS.filter((day) => Object.keys(errorsOf(day, iv)).length > 0);

/** The other open days, preselected as targets of a copy. */
export const otherOpenDays = (week: Week, from: Weekday): Weekday[] =>
  WEEKDAYS.filter((day) => day !== from && week[day].status === 'open');

/** One weekday's error messages, keyed by the window's own field names. */
export function errorsOf(day: Weekday, iv: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const prefix = `iv_${day}_`;
  return Object.fromEntries(
    Object.entries(iv)
      .filter(([field]) => field.startsWith(prefix))
      .map(([field, message]) => [field.slice(prefix.length), message]),
  );
}
