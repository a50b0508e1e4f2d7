/** What can be done with a booking, and how bookings are filtered (product.md 4.7 and 4.16). */

import { dueStart, inOrderOf, listOf, waitsForRating, type AppointmentList, type BookingState, type RequestStatus, type Side } from '@/api';

interface NamedBooking {
  readonly username: string;
  readonly name: string;
  readonly guest_name: string;
}

/** The mode of a booking; 'all' for either. */
export const MODES = ['all', 'remote', 'in-person'] as const;
export type ModeChoice = (typeof MODES)[number];

interface BookingWithMode {
  readonly delivery_mode: string;
}

export interface BookingFilter {
  /** A part of username, name or guest name, in any case. */
  readonly search: string;
  readonly mode: ModeChoice;
}

/** The bookings that match the search text and the mode. */
export function filterBookings<B extends NamedBooking & BookingWithMode>(bookings: readonly B[], { search, mode }: BookingFilter): B[] {
  const searched = search.trim().toLocaleLowerCase();
  return bookings.filter(
    (booking) =>
      (mode === 'all' || booking.delivery_mode === mode) &&
      [booking.username, booking.name, booking.guest_name].some((text) => text.toLocaleLowerCase().includes(searched)),
  );
}

/** The bookings in a list, in its order. */
export const bookingsInList = <B extends BookingState>(bookings: readonly B[], list: AppointmentList, now: Date): B[] =>
  inOrderOf(
    list,
    bookings.filter((booking) => listOf(booking, now) === list),
  );

export type RowAction = 'review' | 'details' | 'request_rating' | 'rate_client' | 'rate_session';

/** The action of a row's button; null for a rated session, which shows its stars instead. */
export function rowAction(booking: BookingState, side: Side, now: Date): RowAction | null {
  switch (booking.request_status) {
    case 'completed':
      if (booking.complete_status === 'completed') return null;
      if (!waitsForRating(booking, now)) return 'details';
      if (side === 'request') return 'rate_session';
      // What the client has said is shown once the provider has rated too (product.md 4.12).
      return booking.hidden_rating_by === 'client' ? 'rate_client' : 'request_rating';
    case 'rejected':
    case 'cancelled':
      return 'details';
    default:
      return 'review';
  }
}

export type Response = 'accepted' | 'rejected' | 'ongoing' | 'completed' | 'missed' | 'cancelled';

const providerResponses: Readonly<Partial<Record<RequestStatus, Response[]>>> = {
  pending: ['accepted', 'rejected'],
  accepted: ['ongoing', 'missed', 'cancelled'],
  ongoing: ['completed', 'missed', 'cancelled'],
};

/** The responses each side may give (product.md 4.7; the table in api.md 4). Nobody has missed what has not begun. */
export function responsesFor(booking: BookingState, side: Side, now: Date): Response[] {
  const offered = providerResponses[booking.request_status as RequestStatus] ?? [];
  const own = side === 'order' ? offered : offered.filter((response) => response === 'missed' || response === 'cancelled');
  if (side === 'request' && booking.request_status === 'pending') return ['cancelled'];
  return own.filter((response) => response !== 'missed' || dueStart(booking) <= now);
}
