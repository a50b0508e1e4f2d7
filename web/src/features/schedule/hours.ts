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

/** The week in the flat fields of an appointment window; what is missing takes the default. */
export function weekFrom(flat: Readonly<Record<string, unknown>>): Week {
  const text = (key: string, fallback: string): string => {
    const value = flat[key];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : fallback;
  };
  const read = (day: Weekday): DayWindow => {
    const usual = defaultDay(day);
    return {
      type: flat[`${day}_window_type`] === 'custom' ? 'custom' : 'quota',
      status: text(`${day}_window_status`, usual.status) === 'open' ? 'open' : 'closed',
      start: text(`${day}_quota_start_time`, usual.start),
      end: text(`${day}_quota_end_time`, usual.end),
      timeOff: listFrom<TimeOff>(flat[`${day}_quota_time_off`]),
      duration: text(`${day}_quota_duration`, usual.duration),
      buffer: text(`${day}_quota_buffer`, usual.buffer),
      customSlots: listFrom<CustomSlot>(flat[`${day}_custom_slots`]),
    };
  };
  return Object.fromEntries(WEEKDAYS.map((day) => [day, read(day)])) as Week;
}

/** The request's flat fields for a week. */
export function flatFrom(week: Week, timezone: string): UpdateWindowRequest {
  const fields: Record<string, unknown> = { iv_timezone: timezone };
  for (const day of WEEKDAYS) {
    const { type, status, start, end, timeOff, duration, buffer, customSlots } = week[day];
    fields[`iv_${day}_window_type`] = type;
    fields[`iv_${day}_window_status`] = status;
    fields[`iv_${day}_quota_start_time`] = start;
    fields[`iv_${day}_quota_end_time`] = end;
    fields[`iv_${day}_quota_time_off`] = timeOff;
    fields[`iv_${day}_quota_duration`] = duration;
    fields[`iv_${day}_quota_buffer`] = buffer;
    fields[`iv_${day}_custom_slots`] = customSlots;
  }
  return fields as UpdateWindowRequest;
}

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
