/** A day of the schedule at a glance: its sessions in order, the free time between them, and what comes next (product.md 4.16). */

import { shownStatus, type BookingData, type BookingStatus, type OfferedDay } from '@/api';
import { dayKey } from '@/ui/day-mark';
import { sessionEvents, type SessionEvent } from '../calendar/session-events';

export interface TimeRange {
  readonly start: Date;
  readonly end: Date;
}

export interface PlannedSession extends TimeRange {
  readonly kind: 'session';
  readonly id: string;
  readonly orderId: string;
  /** The other side's name. */
  readonly name: string;
  readonly status: BookingStatus;
}

interface FreeTime extends TimeRange {
  readonly kind: 'free';
}

export interface DayPlan {
  /** The day's sessions and free times, by their start. */
  readonly entries: readonly (PlannedSession | FreeTime)[];
  /** The session that is held now, else one that was started and whose time is over, else the one that comes next, on whatever day. */
  readonly next: PlannedSession | null;
}

/** Time between two sessions counts as free from this length on, in milliseconds. */
const shortestFree = 15 * 60_000;

const statusesOfPlan: readonly BookingStatus[] = ['pending', 'accepted', 'ongoing', 'overdue', 'completed'];

function planned({ id, orderId, title, start, end, status }: SessionEvent): PlannedSession {
  return { kind: 'session', id, orderId, name: title, start: new Date(start), end: new Date(end), status };
}

const byStart = (one: TimeRange, other: TimeRange) => one.start.getTime() - other.start.getTime();

/**
 * The plan of the viewer's day that contains `day`, which is today unless another one is named. `open`: the times at which clients can still book the provider. When it is
 * null, the plan shows the times between the day's sessions as free.
 */
export function dayPlan(bookings: readonly BookingData[], open: readonly TimeRange[] | null, now: Date, day = now): DayPlan {
  const all = sessionEvents(bookings, now)
    .filter((event) => !event.proposed && statusesOfPlan.includes(event.status))
    .map(planned)
    .sort(byStart);
  const sessions = all.filter((session) => dayKey(session.start) === dayKey(day));
  const free = (open ?? between(sessions)).filter(({ end }) => end > now);
  const held = all.filter((session) => isHeld(session, now));
  return {
    entries: [...sessions, ...free.map((range): FreeTime => ({ kind: 'free', ...range }))].sort(byStart),
    next: held.find(({ end }) => end > now) ?? held[0] ?? all.find(({ status, start }) => status === 'accepted' && start >= now) ?? null,
  };
}

/** Whether a session is held now: it was started, or its time has come and nobody has said otherwise. */
export const isHeld = ({ status, start, end }: PlannedSession, now: Date): boolean =>
  status === 'ongoing' || (status === 'overdue' && start <= now && now < end);

/** What stands beside a session that is held or comes next: it was started and its time is over, it is held, or it is ahead. */
export function markOf(session: PlannedSession, now: Date): 'over' | 'now' | 'next' {
  if (!isHeld(session, now)) return 'next';
  return session.end <= now ? 'over' : 'now';
}

/** The times that lie between sessions. Sessions may overlap. */
function between(sessions: readonly TimeRange[]): TimeRange[] {
  const free: TimeRange[] = [];
  let busyUntil = sessions[0]?.end;
  for (const { start, end } of sessions) {
    if (busyUntil && start.getTime() - busyUntil.getTime() >= shortestFree) free.push({ start: busyUntil, end: start });
    if (!busyUntil || end > busyUntil) busyUntil = end;
  }
  return free;
}

/** The bookable slots of a day as ranges. A break that is shorter than the slot before it does not divide a range. */
export function openRanges(day: OfferedDay | undefined): TimeRange[] {
  const ranges: TimeRange[] = [];
  for (const slot of day?.slots ?? []) {
    const [start, end] = [new Date(slot.provider_start_time), new Date(slot.provider_end_time)];
    const last = ranges.at(-1);
    if (last && start.getTime() - last.end.getTime() < end.getTime() - start.getTime()) {
      ranges[ranges.length - 1] = { start: last.start, end: end > last.end ? end : last.end };
    } else {
      ranges.push({ start, end });
    }
  }
  return ranges;
}

/** The requests that wait for an answer, the earliest session first. */
export const pendingOf = (bookings: readonly BookingData[], now: Date): BookingData[] =>
  bookings
    .filter((booking) => shownStatus(booking, now) === 'pending')
    .sort((one, other) => Date.parse(one.provider_start_time) - Date.parse(other.provider_start_time));
