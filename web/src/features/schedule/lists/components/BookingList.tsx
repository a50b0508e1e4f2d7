import type { ReactNode } from 'react';
import type { BookingData } from '@/api';
import classes from './BookingList.module.css';
import { BookingRow } from './BookingRow';

interface BookingListProps {
  bookings: readonly BookingData[];
  /** What stands there when there are none. */
  empty: ReactNode;
  /** In a modal each row says which side you are on. */
  inModal?: boolean;
  onOpen: (booking: BookingData) => void;
}

/** Bookings one below the other, on a page or in a modal (spec 2, 'Booking list component'). */
export function BookingList({ bookings, empty, inModal = false, onOpen }: BookingListProps) {
  if (bookings.length === 0) return empty;
  return (
    <ul className={classes.rows}>
      {bookings.map((booking) => (
        <li key={booking.order_id}>
          <BookingRow booking={booking} inModal={inModal} onOpen={() => onOpen(booking)} />
        </li>
      ))}
    </ul>
  );
}
