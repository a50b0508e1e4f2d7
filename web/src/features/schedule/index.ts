export { BookingList } from './lists/components/BookingList';
export { RequestAnswer } from './responses/components/RequestAnswer';
