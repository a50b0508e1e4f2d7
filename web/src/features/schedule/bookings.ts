/** Which list a booking stands in, what can be done with it, and how it is found (spec 2, sections 2, 4 and 6). */

export const REQUEST_STATUSES = ['pending', 'ongoing', 'accepted', 'completed', 'rejected', 'cancelled'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];
export type ShownStatus = RequestStatus | 'overdue';

/** order: a client's request to me as provider. request: my request to a provider. */
export type Side = 'order' | 'request';

/** What of a booking these rules read; the API's rows have all of it. */
export interface BookingState {
  readonly request_status: string;
  readonly complete_status: string;
  readonly provider_start_time: string;
  readonly rating_status?: string;
}

interface NamedBooking {
  readonly username: string;
  readonly name: string;
  readonly guest_name: string;
}

export const APPOINTMENT_LISTS = [
  'ongoing_appointments',
  'upcoming_schedule',
  'overdue_appointments',
  'pending_requests',
  'pending_review',
  'completed_requests',
  'cancelled_requests',
  'rejected_requests',
] as const;
export type AppointmentList = (typeof APPOINTMENT_LISTS)[number];

export function isAppointmentList(value: string | undefined): value is AppointmentList {
  return APPOINTMENT_LISTS.some((list) => list === value);
}

/** Overdue is derived: accepted, and the start has passed. */
export function shownStatus(booking: BookingState, now: Date): ShownStatus {
  const status = REQUEST_STATUSES.find((known) => known === booking.request_status) ?? 'pending';
  const begun = new Date(booking.provider_start_time) < now;
  return status === 'accepted' && begun ? 'overdue' : status;
}

/** The one list a booking stands in. */
export function listOf(booking: BookingState, now: Date): AppointmentList {
  switch (shownStatus(booking, now)) {
    case 'pending':
      return 'pending_requests';
    case 'accepted':
      return 'upcoming_schedule';
    case 'overdue':
      return 'overdue_appointments';
    case 'ongoing':
      return 'ongoing_appointments';
    case 'completed':
      return booking.complete_status === 'completed' ? 'completed_requests' : 'pending_review';
    case 'cancelled':
      return 'cancelled_requests';
    case 'rejected':
      return 'rejected_requests';
  }
}

/** The bookings of a list that the search text finds: a part of username, name or guest name, in any case. */
export function inList<B extends BookingState & NamedBooking>(
  bookings: readonly B[],
  list: AppointmentList,
  search: string,
  now: Date,
): B[] {
  const wanted = search.trim().toLocaleLowerCase();
  return bookings.filter(
    (booking) =>
      listOf(booking, now) === list &&
      [booking.username, booking.name, booking.guest_name].some((text) =>
        text.toLocaleLowerCase().includes(wanted),
      ),
  );
}

/** How many bookings stand in each list, for menus and tabs. */
export function countsOf(bookings: readonly BookingState[], now: Date): Record<AppointmentList, number> {
  const counts = Object.fromEntries(APPOINTMENT_LISTS.map((list) => [list, 0])) as Record<AppointmentList, number>;
  for (const booking of bookings) counts[listOf(booking, now)] += 1;
  return counts;
}

export type RowAction = 'review' | 'details' | 'request_rating' | 'rate_session';

/** What a row's button does; null where a rated session shows its stars instead. */
export function rowAction(booking: BookingState, side: Side): RowAction | null {
  switch (booking.request_status) {
    case 'completed':
      if (booking.complete_status === 'completed') return null;
      return side === 'order' ? 'request_rating' : 'rate_session';
    case 'rejected':
    case 'cancelled':
      return 'details';
    default:
      return 'review';
  }
}

export type Response = 'accepted' | 'rejected' | 'ongoing' | 'completed' | 'cancelled';

/** The answers each side may give (api.md section 4, the lifecycle table). */
export function responsesFor(status: string, side: Side): Response[] {
  if (side === 'request') {
    return ['pending', 'accepted', 'ongoing'].includes(status) ? ['cancelled'] : [];
  }
  switch (status) {
    case 'pending':
      return ['accepted', 'rejected'];
    case 'accepted':
      return ['ongoing', 'cancelled'];
    case 'ongoing':
      return ['completed', 'cancelled'];
    default:
      return [];
  }
}
