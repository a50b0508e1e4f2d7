export { BookingPanel } from './BookingPanel';
export { useUpcomingSlots } from './use-upcoming-slots';
