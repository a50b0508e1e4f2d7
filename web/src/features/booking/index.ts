export { usePersistentPanel } from './hooks/use-persistent-panel';
export { useUpcomingSlots } from './hooks/use-upcoming-slots';
export { SlotChoice } from './components/SlotChoice';
export type { Slot } from './calendar-days';
export { instantOf, zoneCity } from './time-zones';
