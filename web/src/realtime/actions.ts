import { createAction } from '@reduxjs/toolkit';
import type { ServerEvents } from './events';

/** A screen shows a provider's free time. Dispatch one `availabilityUnwatched` for each. */
export const availabilityWatched = createAction<string>('realtime/availabilityWatched');
export const availabilityUnwatched = createAction<string>('realtime/availabilityUnwatched');

/** A screen shows public posts: it needs broadcasts, as a guest too. Dispatch one `broadcastsUnwatched` for each. */
export const broadcastsWatched = createAction('realtime/broadcastsWatched');
export const broadcastsUnwatched = createAction('realtime/broadcastsUnwatched');

/** An alert, a changed booking or a message arrived for the signed-in account. */
export const notified = createAction<Parameters<ServerEvents['get_notification']>[0]>('realtime/notified');

/** A post or comment was published that everyone may see. */
export const broadcastReceived = createAction<Parameters<ServerEvents['get_broadcast_notification']>[0]>('realtime/broadcastReceived');
