export * from './actions';
export { patchBooking } from './cache';
export type { ServerEvents } from './events';
export { newPostsRead, newsReducer, useNewPosts } from './news';
export { useWatchAvailability } from './hooks';
export { realtime } from './middleware';
