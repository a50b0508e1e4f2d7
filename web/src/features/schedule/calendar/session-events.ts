import { parseJsonList, shownStatus, type BookingData, type BookingStatus } from '@/api';
import { sessionsOf, type TimeSpan } from '../reschedule/proposal';
import { sessionStatus } from '../sessions';

/** One session on the calendar. */
export interface SessionEvent {
  /** The booking's id and the session's index. */
  readonly id: string;
  readonly orderId: string;
  readonly title: string;
  readonly start: string;
  readonly end: string;
  readonly status: BookingStatus;
  /** A proposed time that the other side has not answered yet. */
  readonly proposed: boolean;
}

/** One event for each session of each booking. A booking with unreadable sessions becomes one event. */
export function sessionEvents(bookings: readonly BookingData[], now: Date): SessionEvent[] {
  return bookings.flatMap((booking) => {
    const whole = shownStatus(booking, now);
    const name = booking.name || booking.guest_name;
    const statusOf = (span: TimeSpan) => sessionStatus(booking, span, now);
    const event = (spans: readonly TimeSpan[], proposed: boolean) =>
      spans.map((span, index) => ({
        id: `${booking.order_id}:${proposed ? 'new' : 'agreed'}:${index}`,
        orderId: booking.order_id,
        title: spans.length > 1 ? `${name} (${index + 1}/${spans.length})` : name,
        start: span.provider_start_time,
        end: span.provider_end_time,
        status: proposed ? whole : statusOf(span),
        proposed,
      }));
    const proposed = booking.proposed_by ? parseJsonList<TimeSpan>(booking.proposed_session_time) : [];
    return [...event(sessionsOf(booking), false), ...event(proposed, true)];
  });
}
