export * from './actions';
export { patchBooking } from './cache';
export type { ServerEvents } from './events';
export { newsReducer, useNewPosts } from './news';
export { useWatchAvailability, useWatchBroadcasts } from './hooks';
export { realtime } from './middleware';
