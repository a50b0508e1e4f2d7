/** Days that differ from their weekday, in the editor's form and in the form of update_appointment_window. */

import type { DateOverride } from '@/api';
import { dateTimeFormat } from '@/i18n/intl';
import { defaultDay, weekdayOf, windowFields, windowFrom, type DayWindow, type Week } from './weekly-hours';

export const NOTE_MAX = 60;

/** One or several consecutive days that are closed or have their own hours. Dates are YYYY-MM-DD in the provider's zone. */
export interface Override {
  readonly date: string;
  /** The last day; equals `date` for a single day. */
  readonly endDate: string;
  readonly note: string;
  readonly window: DayWindow;
}

export const overridesFrom = (list: readonly DateOverride[]): Override[] =>
  list.map((entry) => ({
    date: entry.date,
    endDate: entry.end_date,
    note: entry.note,
    window: windowFrom((name) => (entry as unknown as Readonly<Record<string, unknown>>)[name], defaultDay(weekdayOf(entry.date))),
  }));

export const overrideFields = ({ date, endDate, note, window }: Override): Record<string, unknown> => ({
  date,
  end_date: endDate,
  note: note.trim(),
  ...windowFields(window),
});

/** A new entry: a day off, with the weekday's hours as its initial hours. */
export function newOverride(date: string, week: Week): Override {
  return { date, endDate: date, note: '', window: { ...week[weekdayOf(date)], status: 'closed' } };
}

/** Whether the last day is before the first. */
export const isBackwards = ({ date, endDate }: Override): boolean => endDate < date;

/** The entries that have not ended, earliest first. */
export const upcomingOverrides = (overrides: readonly Override[], today: string): Override[] =>
  overrides.filter(({ endDate }) => endDate >= today).sort((a, b) => a.date.localeCompare(b.date));

/** The days of an entry: 'Thu 24 Dec 2026', or a range. */
export function daysText({ date, endDate }: Pick<Override, 'date' | 'endDate'>, locale: string): string {
  const format = dateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  const [from, to] = [new Date(`${date}T00:00:00Z`), new Date(`${endDate}T00:00:00Z`)];
  return date === endDate ? format.format(from) : format.formatRange(from, to);
}

/** Today's date in a time zone. */
export const todayIn = (timezone: string): string => dateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(new Date());
