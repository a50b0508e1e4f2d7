export { broadcastHeard, notified } from './actions';
export { useWatchAvailability, useWatchBroadcasts } from './hooks';
export { realtime } from './middleware';
export { newsReducer, useNewPosts } from './news';
