/** The sessions of a booking, each with its own state (product.md 4.7). */

import { parseJsonList, shownStatus, type BookedSession, type BookingData, type BookingStatus } from '@/api';

type OwnTimes = Pick<BookedSession, 'provider_start_time' | 'provider_end_time'>;

/** The session that is due, and its place among all of them. */
interface DueSession {
  readonly times: OwnTimes;
  readonly position: number;
  readonly count: number;
}

/** The session that matters now. A booking with unreadable sessions counts as one session. */
export function dueSession(booking: BookingData): DueSession {
  const sessions = parseJsonList<BookedSession>(booking.session_time);
  const position = Math.min(Math.max(booking.due_position || 1, 1), Math.max(sessions.length, 1));
  return { times: sessions[position - 1] ?? booking, position, count: Math.max(sessions.length, 1) };
}

/** The status of one session as its calendar entry and its chip show it; overdue by its own start. */
export function sessionStatus(booking: BookingData, session: OwnTimes & Partial<BookedSession>, now: Date): BookingStatus {
  const { request_status = booking.request_status, provider_start_time } = session;
  return shownStatus({ request_status, provider_start_time, complete_status: booking.complete_status }, now);
}
