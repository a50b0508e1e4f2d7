export { dateIn, hoursRange, type Slot } from './calendar-days';
export { SlotChoice } from './components/SlotChoice';
export { ZoneSwitch } from './components/ZoneSwitch';
export { usePersistentPanel } from './hooks/use-persistent-panel';
export { useShownZone } from './hooks/use-shown-zone';
export { useUpcomingSlots } from './hooks/use-upcoming-slots';
export { instantOf, zoneCity } from './time-zones';
export { PaymentTerms } from './components/PaymentTerms';
