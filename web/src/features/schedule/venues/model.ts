import type { BookingData, Side } from '@/api';

/** Whether this side may give the appointment another place or link now (product.md 4.8). */
export function canChangePlace(booking: BookingData, side: Side, now: Date): boolean {
  return side === 'order' && ['accepted', 'ongoing'].includes(booking.request_status) && now < new Date(booking.provider_end_time);
}
