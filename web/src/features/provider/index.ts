export { BookingDialogHere, BookingDialogOf, useBookingLink } from './booking-dialog';
export { providerRoutes } from './routes';
export { placeName } from './lists';
