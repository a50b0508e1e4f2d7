export { BookingList } from './lists/components/BookingList';
export { scheduleRoutes } from './routes';
