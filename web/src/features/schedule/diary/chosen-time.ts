/** A time that was chosen in the calendar, as the address of its dialog carries it and forms begin with it (product.md 4.24). Pure. */

import { dateTimeFormat, isZoneKnown } from '@/i18n/intl';
import { addDays, dateIn } from '@/features/booking';

/** A day and two times of the provider's clock. The end is '24:00' at midnight. */
export interface ChosenTime {
  readonly date: string;
  readonly from: string;
  readonly to: string;
}

const pad = (number: number) => String(number).padStart(2, '0');
const clock = (minutes: number) => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
const aDay = 24 * 60;

/** What the address says of a stretch of time between two instants. */
export const subjectOf = (start: Date, end: Date): string => `${start.toISOString()}~${end.toISOString()}`;

function minuteIn(instant: Date, timezone: string): number {
  const parts = dateTimeFormat('en-US', {
    timeZone: timezone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(instant);
  const part = (type: 'hour' | 'minute') => Number(parts.find((each) => each.type === type)?.value ?? 0);
  return part('hour') * 60 + part('minute');
}

/** The stretch on the clock of `timezone`, cut where its day ends; an hour where it has no length. */
function between(start: Date, end: Date, timezone: string): ChosenTime {
  const date = dateIn(start, timezone);
  const from = minuteIn(start, timezone);
  const length = Math.round((end.getTime() - start.getTime()) / 60_000);
  return { date, from: clock(from), to: clock(Math.min(from + (length > 0 ? length : 60), aDay)) };
}

/** No time: the form asks for all of it. */
const unknown: ChosenTime = { date: '', from: '', to: '' };

/**
 * The time that a dialog is about: a stretch ('<instant>~<instant>'), a day ('2027-01-05'), or none in particular. Then it is the next
 * full hour, on the day if there is one. It is unknown where the browser lacks the zone: a time of another clock would be sent for one
 * of this.
 */
export function chosenTime(subject: string, timezone: string, now: Date): ChosenTime {
  if (!isZoneKnown(timezone)) return unknown;
  const [start, end] = subject.split('~').map((text) => new Date(text));
  if (subject.includes('~') && start && end && !Number.isNaN(start.getTime()) && !Number.isNaN(end.getTime()))
    return between(start, end, timezone);
  const today = dateIn(now, timezone);
  const isDay = /^20\d\d-\d\d-\d\d$/.test(subject);
  if (isDay && subject !== today) return { date: subject, from: '09:00', to: '10:00' };
  const next = (Math.floor(minuteIn(now, timezone) / 60) + 1) * 60;
  if (next + 60 > aDay) return { date: addDays(today, 1), from: '09:00', to: '10:00' };
  return { date: today, from: clock(next), to: clock(next + 60) };
}
