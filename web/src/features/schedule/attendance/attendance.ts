/** Clients who have said that they come (product.md 4.15). */

import { parseJsonList, type BookedSession, type BookingData, type Side } from '@/api';

type Sessions = Pick<BookingData, 'session_time' | 'due_position' | 'request_status' | 'awaits_client'>;

const isAgreed = ({ request_status }: Sessions) => request_status === 'accepted' || request_status === 'ongoing';

/** The session that is due, of a booking that is agreed. */
function dueOf(booking: Sessions): BookedSession | undefined {
  return isAgreed(booking) ? parseJsonList<BookedSession>(booking.session_time)[(booking.due_position || 1) - 1] : undefined;
}

/** Whether the client has said that they come to the session that is due. */
export const isComing = (booking: Sessions): boolean => dueOf(booking)?.coming === true;

/** Whether the provider has entered the booking and its client has not said yet that they come (product.md 4.25). */
export const isAwaited = (booking: Sessions): boolean => isAgreed(booking) && booking.awaits_client;

/** Whether this side can still say that it comes to the session that is due; what waits for that word, until it is over. */
export function canSayComing(booking: Sessions, side: Side, now: Date): boolean {
  const due = dueOf(booking);
  if (side !== 'request' || due === undefined || due.coming) return false;
  if (booking.awaits_client) return now < new Date(due.provider_end_time);
  return due.session_state === 'upcoming' && now < new Date(due.provider_start_time);
}
