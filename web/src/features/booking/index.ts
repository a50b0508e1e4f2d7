export type { Slot } from './calendar-days';
export { SlotChoice } from './components/SlotChoice';
export { usePersistentPanel } from './hooks/use-persistent-panel';
export { useUpcomingSlots } from './hooks/use-upcoming-slots';
export { instantOf, zoneCity } from './time-zones';
