/** Sessions by day, for the list of a phone and for paper (product.md 4.19). */

import type { BookingData, BookingStatus } from '@/api';
import { dayKey } from '@/ui/day-mark';
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
}

interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** The days of the span that have sessions, in order; each session stands on the day on which it starts. */
export function agendaDays(bookings: readonly BookingData[], { from, to }: Span, now: Date, withOff = false): AgendaDay[] {
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
  return [...days.values()].map((ofDay) => ({ date: ofDay[0]?.start ?? from, sessions: ofDay }));
}
