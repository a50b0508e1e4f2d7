import { skipToken } from '@reduxjs/toolkit/query/react';
import type { BookingData } from '@/api';
import { useGetGuestBookingQuery } from '../../api';

/** The booking that the address opens: one of those on the screen, or one so old that it is asked for by itself. */
export function useOpenedBooking(orderId: string | null, shown: readonly BookingData[]): BookingData | undefined {
  const known = shown.find((booking) => booking.order_id === orderId);
  const { currentData } = useGetGuestBookingQuery(orderId && !known ? { orderId } : skipToken);
  return known ?? currentData?.data.booking_data;
}
