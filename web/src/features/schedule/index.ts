export { BookingList } from './lists/components/BookingList';
