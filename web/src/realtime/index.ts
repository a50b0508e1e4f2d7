export { broadcastReceived, notified } from './actions';
export { useWatchAvailability, useWatchBroadcasts } from './hooks';
export { realtime } from './middleware';
export { newPostsReducer, useNewPosts } from './new-posts';
