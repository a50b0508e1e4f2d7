import { dateTimeFormat } from '@/i18n/intl';
/** The month and the parts of a day that slots are grouped by. Dates are in the viewer's zone, as YYYY-MM-DD. */

export interface Slot {
  readonly appointment_slot_id: string;
  readonly provider_start_time: string;
  readonly provider_end_time: string;
  readonly client_start_time: string;
  readonly client_end_time: string;
  /** Minutes. */
  readonly duration: number;
  readonly alias: string;
}

/** A slot as the server offers it, on its day. */
export interface OfferedSlot extends Slot {
  /** Whether its unbroken run of free slots lasts as long as was asked for; null where nothing was asked for. */
  readonly long_enough?: boolean | null;
}

export interface DayOfSlots {
  readonly date: string;
  readonly slots: readonly OfferedSlot[];
}

export const PARTS_OF_DAY = ['morning', 'afternoon', 'evening'] as const;
export type PartOfDay = (typeof PARTS_OF_DAY)[number];

const pad = (number: number): string => String(number).padStart(2, '0');

/** The date of a calendar day. `month` counts from 1 and may overflow, as in JavaScript's Date. */
export function dateOf(year: number, month: number, day: number): string {
  const date = new Date(Date.UTC(year, month - 1, day));
  return `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
}

/** The date of an instant in a time zone. */
export function dateIn(instant: Date | string, timezone: string): string {
  return dateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(new Date(instant));
}

/** The first and last date of the month that contains `date`. */
export function monthOf(date: string): { readonly from: string; readonly to: string } {
  const [year = 0, month = 1] = date.split('-').map(Number);
  return { from: dateOf(year, month, 1), to: dateOf(year, month + 1, 0) };
}

/** The date that is `by` days after `date`. */
export function addDays(date: string, by: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return dateOf(year, month, day + by);
}

/** The first day of the month that is `by` months away from `date`. */
export function addMonths(date: string, by: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number);
  return dateOf(year, month + by, 1);
}

/** The weeks of a month; null for days of another month. `firstDay` of the week: 1 for Monday to 7 for Sunday. */
export function weeksOf(date: string, firstDay = 1): (string | null)[][] {
  const { from, to } = monthOf(date);
  const lead = (new Date(`${from}T00:00:00Z`).getUTCDay() - firstDay + 7) % 7;
  const last = Number(to.slice(8));
  const cells: (string | null)[] = [
    ...Array.from({ length: lead }, () => null),
    ...Array.from({ length: last }, (_, day) => `${from.slice(0, 8)}${pad(day + 1)}`),
  ];
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** Morning until noon, afternoon until 17:00, then evening, on the viewer's clock. */
export function partOfDay(instant: string, timezone: string): PartOfDay {
  const hour = Number(dateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', hourCycle: 'h23' }).format(new Date(instant)));
  if (hour < 12) return 'morning';
  return hour < 17 ? 'afternoon' : 'evening';
}

/** A slot's start in a time zone, such as 9:40. */
export function clockTime(instant: string, timezone: string, locale: string): string {
  return dateTimeFormat(locale, { timeZone: timezone, hour: 'numeric', minute: '2-digit' }).format(new Date(instant));
}

/**
 * Open hours in a time zone, such as 9 AM – 5:30 PM or 09:00 – 17:30; with the weekday of the end where that is another
 * day. On a clock of twelve hours, whole hours have no minutes.
 */
export function hoursRange(start: Date, end: Date, timezone: string, locale: string): string {
  const sameDay = dateIn(start, timezone) === dateIn(new Date(end.getTime() - 1), timezone);
  const { hour12 } = dateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  const text = (instant: Date, weekday?: 'short'): string => {
    const clock = { timeZone: timezone, hour: 'numeric', weekday } as const;
    const whole = hour12 && dateTimeFormat('en-US', { timeZone: timezone, minute: 'numeric' }).format(instant) === '0';
    return dateTimeFormat(locale, whole ? clock : { ...clock, minute: '2-digit' }).format(instant);
  };
  return `${text(start)} – ${text(end, sameDay ? undefined : 'short')}`;
}

/** The last date that can be shown. */
export const LAST_DATE = '2030-12-31';

/** How much free time a day has, for the mark below its number. */
export function availabilityLevel(day: DayOfSlots | undefined): 'none' | 'little' | 'plenty' {
  if (!day || day.slots.length === 0) return 'none';
  return day.slots.length < 4 ? 'little' : 'plenty';
}

/** The next open day, `step` days at a time; undefined when there is none. */
export function openDayAfter(date: string, step: number, open: readonly string[]): string | undefined {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const walk = Array.from({ length: 31 }, (_, taken) => dateOf(year, month, day + step * (taken + 1)));
  return walk.find((next) => open.includes(next));
}

/** The first of these days that has a free slot. */
export function firstDayWithRoom(days: ReadonlyMap<string, DayOfSlots>): string | null {
  for (const [date, day] of days) if (day.slots.length > 0) return date;
  return null;
}
