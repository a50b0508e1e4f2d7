export { usePersistentPanel } from './use-persistent-panel';
export { useUpcomingSlots } from './use-upcoming-slots';
export { SlotChoice } from './SlotChoice';
export type { Slot } from './calendar-days';
export { instantOf, zoneCity } from './time-zones';
