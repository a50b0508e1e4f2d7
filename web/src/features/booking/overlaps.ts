import { listOf, parseJsonList, type AppointmentList, type BookedSession, type BookingData, type BookingsList } from '@/api';

/** A time that somebody is about to agree to. */
export type TimeSpan = Pick<BookedSession, 'provider_start_time' | 'provider_end_time'>;

/** A session of one's own, as client or as provider, at a time that is about to be agreed. */
export interface Overlap extends TimeSpan {
  readonly orderId: string;
  /** The other side. */
  readonly name: string;
  /** The list that shows the booking. */
  readonly list: AppointmentList;
}

const HOLDING = new Set<BookingData['request_status']>(['pending', 'accepted', 'ongoing']);

/** The sessions of pending, accepted and ongoing bookings other than `but` that overlap one of the times, the soonest first. */
export function overlapsOf({ order, request }: BookingsList, times: readonly TimeSpan[], but: string, now: Date): Overlap[] {
  const holding = [...order, ...request].filter(({ request_status, order_id }) => HOLDING.has(request_status) && order_id !== but);
  return holding
    .flatMap((booking) =>
      openSessions(booking)
        .filter((session) => times.some((time) => overlap(time, session)))
        .map(({ provider_start_time, provider_end_time }) => ({
          provider_start_time,
          provider_end_time,
          orderId: booking.order_id,
          name: booking.name || booking.guest_name,
          list: listOf(booking, now),
        })),
    )
    .sort((a, b) => Date.parse(a.provider_start_time) - Date.parse(b.provider_start_time));
}

/** The sessions that are still to be held. A booking with unreadable sessions counts as one session. */
function openSessions(booking: BookingData): readonly TimeSpan[] {
  const sessions = parseJsonList<BookedSession>(booking.session_time);
  if (sessions.length === 0) return [booking];
  return sessions.filter(({ session_state }) => session_state !== 'done' && session_state !== 'missed');
}

/** Times that only touch do not overlap. */
const overlap = (a: TimeSpan, b: TimeSpan): boolean =>
  Date.parse(a.provider_start_time) < Date.parse(b.provider_end_time) &&
  Date.parse(b.provider_start_time) < Date.parse(a.provider_end_time);
