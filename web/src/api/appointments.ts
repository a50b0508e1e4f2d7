import type { BookingData, BookingsList } from './types';

/** A booking and which side of it the viewer is on. */
export interface SidedBooking {
  booking: BookingData;
  side: 'order' | 'request';
}

/** Accepted, but its start has passed (spec 2, section 4). */
export function isOverdue(booking: BookingData, now: Date): boolean {
  return booking.request_status === 'accepted' && Date.parse(booking.provider_start_time) < now.getTime();
}

/** Completed, and the client has not rated it yet. */
export function isPendingReview(booking: BookingData): boolean {
  return booking.request_status === 'completed' && booking.complete_status !== 'completed';
}

/** The groups that menus, tabs and the appointment alert show (spec 1, section 4). */
export function appointmentGroups({ order, request }: BookingsList, now: Date) {
  const all: SidedBooking[] = [
    ...order.map((booking) => ({ booking, side: 'order' as const })),
    ...request.map((booking) => ({ booking, side: 'request' as const })),
  ];
  const withStatus = (status: BookingData['request_status']) => all.filter(({ booking }) => booking.request_status === status);
  return {
    pending_requests: withStatus('pending'),
    /** Pending ones that wait for the viewer's answer. */
    requests: all.filter(({ booking, side }) => side === 'order' && booking.request_status === 'pending'),
    upcoming_schedule: withStatus('accepted').filter(({ booking }) => !isOverdue(booking, now)),
    ongoing_appointments: withStatus('ongoing'),
    overdue_appointments: all.filter(({ booking }) => isOverdue(booking, now)),
    pending_review: all.filter(({ booking }) => isPendingReview(booking)),
    completed_requests: withStatus('completed').filter(({ booking }) => !isPendingReview(booking)),
    cancelled_requests: withStatus('cancelled'),
    rejected_requests: withStatus('rejected'),
  };
}

export type AppointmentGroups = ReturnType<typeof appointmentGroups>;
