export { BookingPanel } from './BookingPanel';
export { useKeptPanel } from './kept-panel';
export { useUpcomingSlots } from './use-upcoming-slots';
