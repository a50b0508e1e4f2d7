import type { ReactNode } from 'react';
import type { BookingData } from '@/api';
import classes from './BookingRow.module.css';
import { BookingRow } from './BookingRow';

interface BookingListProps {
  bookings: readonly BookingData[];
  /** Shown when there are none. */
  empty: ReactNode;
  /** In a modal each row names the user's side. */
  inModal?: boolean;
  /** What else each row says and offers. */
  more?: (booking: BookingData, titleId: string) => ReactNode;
  onOpen: (booking: BookingData) => void;
}

/** A list of bookings, on a page or in a modal (product.md 4.16). */
export function BookingList({ bookings, empty, inModal = false, more, onOpen }: BookingListProps) {
  if (bookings.length === 0) return empty;
  return (
    <ul className={classes.rows}>
      {bookings.map((booking) => (
        <li key={booking.order_id}>
          <BookingRow booking={booking} inModal={inModal} more={more} onOpen={() => onOpen(booking)} />
        </li>
      ))}
    </ul>
  );
}
