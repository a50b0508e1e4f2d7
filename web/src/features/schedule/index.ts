export { BookingList } from './lists/BookingList';
export { scheduleRoutes } from './routes';
