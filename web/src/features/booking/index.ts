export { useKeptPanel } from './kept-panel';
export { useUpcomingSlots } from './use-upcoming-slots';
export { SlotChoice } from './SlotChoice';
export type { Slot } from './days';
export { instantOf, placeOf } from './zones';
