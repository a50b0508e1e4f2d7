import type { Side } from './appointments';
import type { AlertsAnswer } from './alerts';
import type { Envelope } from './envelope';
import { isWhole } from './openhours';
import { mustShow, updateKind, type ShownAt, type Update } from './overlay';
import type { BookingData, BookingsList } from './types';

const bookingUpdate = updateKind<{ booking: BookingData; side: Side }>('booking');

/** A changed booking, as `ownerId` sees it. */
export const bookingChanged = (booking: BookingData, ownerId: string) =>
  bookingUpdate.of(booking.order_id, { booking, side: booking.provider_id === ownerId ? 'order' : 'request' }, booking.revision);

/** The changed booking replaces the one with its order_id and moves to the front. */
function showBooking(bookings: BookingsList, update: Update<{ booking: BookingData; side: Side }>, at: ShownAt): void {
  const { booking, side } = update.value;
  const cached = [...bookings.order, ...bookings.request].find(({ order_id }) => order_id === update.id);
  if (!isWhole(at.arg) || !mustShow(update, cached?.revision, at)) return;
  bookings[side] = [booking, ...bookings[side].filter(({ order_id }) => order_id !== update.id)];
}

bookingUpdate.shownIn<Envelope<{ bookings_list: BookingsList }>>('getBookingInfo', ({ data }, update, at) =>
  showBooking(data.bookings_list, update, at),
);
bookingUpdate.shownIn<AlertsAnswer>('getUserAlerts', ({ data }, update, at) => showBooking(data.bookings_list, update, at));
