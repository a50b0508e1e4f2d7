export { countsOf, listOf, type AppointmentList } from './bookings';
export { BookingRow } from './parts/BookingRow';
export { scheduleRoutes } from './routes';
