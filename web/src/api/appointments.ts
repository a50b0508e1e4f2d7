import type { BookingData, BookingsList } from './types';

/*
 * The status of a booking and the list it belongs to (product.md 4.7 and 4.16). Menus, lists, the calendar and the
 * appointment alert all take them from here.
 */

export const REQUEST_STATUSES = ['pending', 'ongoing', 'accepted', 'completed', 'rejected', 'cancelled'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];
export type BookingStatus = RequestStatus | 'overdue';

/** order: a client's request to me as provider. request: my request to a provider. */
export type Side = 'order' | 'request';

/** The fields of a booking that decide its status and its list. */
export interface BookingState {
  readonly request_status: string;
  readonly complete_status: string;
  readonly provider_start_time: string;
  /** Until when a completed one can be rated; '' for one that is rated, nothing where nobody says. */
  readonly rate_by?: string;
  /** The side for whose absence a completed one did not take place; '' or nothing for all others. */
  readonly no_show?: string;
  /** Whose rating waits for that of the other side; '' for nobody's. */
  readonly hidden_rating_by?: string;
  /** 'guest' or 'active', and the address of a guest: '' for somebody of whom only a name is known. */
  readonly user_category?: string;
  readonly guest_email?: string;
  /** The start of the session that is due; the first one's where nobody says. */
  readonly due_start_time?: string;
}

/** A booking and the viewer's side of it. */
export interface SidedBooking {
  booking: BookingData;
  side: Side;
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
export type ListCounts = Readonly<Record<AppointmentList, number>>;

const listOfStatus: Readonly<Record<Exclude<BookingStatus, 'completed'>, AppointmentList>> = {
  pending: 'pending_requests',
  accepted: 'upcoming_schedule',
  overdue: 'overdue_appointments',
  ongoing: 'ongoing_appointments',
  cancelled: 'cancelled_requests',
  rejected: 'rejected_requests',
};

/** When the session that is due begins. */
export const dueStart = (booking: BookingState): Date => new Date(booking.due_start_time || booking.provider_start_time);

/** Overdue is derived: accepted, and the start of the session that is due has passed. */
export function shownStatus(booking: BookingState, now: Date): BookingStatus {
  const status = REQUEST_STATUSES.find((known) => known === booking.request_status) ?? 'pending';
  return status === 'accepted' && dueStart(booking) < now ? 'overdue' : status;
}

/** The one list that shows a booking. */
export function listOf(booking: BookingState, now: Date): AppointmentList {
  const status = shownStatus(booking, now);
  if (status !== 'completed') return listOfStatus[status];
  return waitsForRating(booking, now) ? 'pending_review' : 'completed_requests';
}

/** Whether nobody can rate it or be asked to: its client has neither account nor address (product.md 4.25). */
const isOfNameOnly = ({ user_category, guest_email }: BookingState): boolean => user_category === 'guest' && guest_email === '';

/** Whether a completed booking is unrated (its complete_status is 'pending' until then) and can be rated still (product.md 4.12). */
export const waitsForRating = (booking: BookingState, now: Date): boolean =>
  booking.complete_status !== 'completed' &&
  !booking.no_show &&
  !isOfNameOnly(booking) &&
  (!booking.rate_by || now < new Date(booking.rate_by));

/** In which order a list shows its bookings: by the session that is due, or as they were requested. */
const orderOfList: Readonly<Record<AppointmentList, 'soonest first' | 'latest first' | 'as requested'>> = {
  ongoing_appointments: 'soonest first',
  upcoming_schedule: 'soonest first',
  overdue_appointments: 'soonest first',
  pending_requests: 'as requested',
  pending_review: 'latest first',
  completed_requests: 'latest first',
  cancelled_requests: 'latest first',
  rejected_requests: 'latest first',
};

/** The bookings of a list in its order; they come as they were requested, the newest first. */
export function inOrderOf<B extends BookingState>(list: AppointmentList, bookings: readonly B[]): B[] {
  const order = orderOfList[list];
  if (order === 'as requested') return [...bookings];
  const turn = order === 'soonest first' ? 1 : -1;
  return [...bookings].sort((a, b) => turn * (dueStart(a).getTime() - dueStart(b).getTime()));
}

/** How many bookings each list shows. */
export function countsOf(bookings: readonly BookingState[], now: Date): ListCounts {
  const counts = Object.fromEntries(APPOINTMENT_LISTS.map((list) => [list, 0])) as Record<AppointmentList, number>;
  for (const booking of bookings) counts[listOf(booking, now)] += 1;
  return counts;
}

/** How many bookings each list shows, for each side and for both together. */
export function sideCounts({ order, request }: BookingsList, now: Date): Readonly<Record<Side | 'both', ListCounts>> {
  return { order: countsOf(order, now), request: countsOf(request, now), both: countsOf([...order, ...request], now) };
}

/**
 * The bookings that the appointment alert shows: ongoing ones, requests that the provider has to answer, overdue ones, which the
 * provider has to begin, and sessions that the client can rate.
 */
export function waitingBookings({ order, request }: BookingsList, now: Date) {
  const sided = (bookings: readonly BookingData[], side: Side, list: AppointmentList): SidedBooking[] =>
    inOrderOf(
      list,
      bookings.filter((booking) => listOf(booking, now) === list),
    ).map((booking) => ({ booking, side }));
  const both = (list: AppointmentList) => [...sided(order, 'order', list), ...sided(request, 'request', list)];
  return {
    ongoing: both('ongoing_appointments'),
    requests: sided(order, 'order', 'pending_requests'),
    overdue: sided(order, 'order', 'overdue_appointments'),
    reviews: sided(request, 'request', 'pending_review'),
  };
}
