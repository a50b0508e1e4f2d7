export { BookingList } from './lists/components/BookingList';
export { RequestAnswer } from './responses/components/RequestAnswer';
export { serviceNames } from './service-names';
