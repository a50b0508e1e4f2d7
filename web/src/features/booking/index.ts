export { BookingPanel } from './components/BookingPanel';
export { dateIn, hoursRange, type Slot } from './calendar-days';
export { SlotChoice } from './components/SlotChoice';
export { ZoneSwitch } from './components/ZoneSwitch';
export { useShownZone } from './hooks/use-shown-zone';
export { firstSlots } from './first-window';
export { useNextFreeSlot } from './hooks/use-next-free-slot';
export { instantOf, zoneCity } from './time-zones';
export { PaymentTerms } from './components/PaymentTerms';
