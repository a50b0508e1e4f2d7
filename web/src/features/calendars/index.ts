export { CalendarFeed } from './CalendarFeed';
export { ExternalCalendars } from './ExternalCalendars';
