/** An appointment that is dragged to another time, or stretched (product.md 4.26). Pure. */

import type { BookingData } from '@/api';
import { canBeRescheduled } from '../reschedule/proposal';
import { chosenTime, subjectOf } from './chosen-time';

/** A session at another time. */
export interface MovedSession {
  /** The id of its event on the calendar. */
  readonly id: string;
  readonly orderId: string;
  /** Its place in the order, from 1. */
  readonly position: number;
  readonly start: Date;
  readonly end: Date;
}

/** How long a move waits before it is sent, and can be taken back, in milliseconds. */
export const undoTime = 10_000;

/** Whether the provider can drag this booking. */
export const canBeMoved = (booking: BookingData, ownerId: string | null | undefined, now: Date): boolean =>
  booking.provider_id === ownerId && canBeRescheduled(booking, now);

/** What is sent: the time on the provider's clock. */
export function moveFields({ orderId, position, start, end }: MovedSession, timezone: string) {
  const { date, from } = chosenTime(subjectOf(start, end), timezone, start);
  return {
    iv_order_id: orderId,
    iv_session_position: position,
    iv_date: date,
    iv_start_time: from,
    iv_duration: Math.round((end.getTime() - start.getTime()) / 60_000),
  };
}

/** The events of the calendar, the moved one where it was dragged to. */
export const withMove = <E extends { id: string; start: string; end: string }>(events: readonly E[], moved: MovedSession | null): E[] =>
  events.map((event) => (event.id === moved?.id ? { ...event, start: moved.start.toISOString(), end: moved.end.toISOString() } : event));

/** The id and position of a session by the id of its event: '<order>:agreed:<index>'. */
export function sessionOfEvent(id: string): { orderId: string; position: number } {
  const [orderId = '', , index = '0'] = id.split(':');
  return { orderId, position: Number(index) + 1 };
}
