/** Sessions by day, for the list of a phone and for paper (product.md 4.19). */

import type { BookingData, BookingStatus } from '@/api';
import { dayKey } from '@/ui/day-mark';
import { blocksBetween, type BlockEvent } from '../diary/blocks';
import { sessionEvents } from './session-events';

/** Whether sessions of this status are hidden until somebody asks for them. */
export const isOff = (status: BookingStatus): boolean => status === 'cancelled' || status === 'rejected';

export interface AgendaSession {
  readonly id: string;
  readonly booking: BookingData;
  readonly name: string;
  readonly start: Date;
  readonly end: Date;
  readonly status: BookingStatus;
  /** A proposed time that the other side has not answered yet. */
  readonly proposed: boolean;
}

interface AgendaDay {
  /** An instant of the day. */
  readonly date: Date;
  readonly sessions: readonly AgendaSession[];
  /** Times that the provider blocks. */
  readonly blocked: readonly BlockEvent[];
}

interface Span {
  readonly from: Date;
  readonly to: Date;
}

const nothing: readonly BlockEvent[] = [];

/** The days of the span that have sessions or blocked times, in order; each stands on the day on which it starts. */
export function agendaDays(
  bookings: readonly BookingData[],
  { from, to }: Span,
  now: Date,
  withOff = false,
  blocked = nothing,
): AgendaDay[] {
  const byId = new Map(bookings.map((booking) => [booking.order_id, booking]));
  const days = new Map<string, AgendaSession[]>();
  const sessions = sessionEvents(bookings, now)
    .flatMap(({ id, orderId, title, start, end, status, proposed }): AgendaSession[] => {
      const booking = byId.get(orderId);
      return booking ? [{ id, booking, name: title, start: new Date(start), end: new Date(end), status, proposed }] : [];
    })
    .filter(({ start, status }) => start >= from && start < to && (withOff || !isOff(status)))
    .sort((one, other) => one.start.getTime() - other.start.getTime());
  for (const session of sessions) days.set(dayKey(session.start), [...(days.get(dayKey(session.start)) ?? []), session]);
  const shown = blocksBetween(blocked, from, to).filter(({ start }) => new Date(start) >= from);
  for (const { start } of shown) days.set(dayKey(new Date(start)), days.get(dayKey(new Date(start))) ?? []);
  return [...days]
    .map(([key, ofDay]) => {
      const blocks = shown.filter(({ start }) => dayKey(new Date(start)) === key);
      return { date: ofDay[0]?.start ?? new Date(blocks[0]?.start ?? from), sessions: ofDay, blocked: blocks };
    })
    .sort((one, other) => one.date.getTime() - other.date.getTime());
}
