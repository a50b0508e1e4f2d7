export { CalendarFeed } from './components/CalendarFeed';
export { ExternalCalendars } from './components/ExternalCalendars';
