import { createAction } from '@reduxjs/toolkit';
import type { Alert, BookingData } from '@/api';
import type { ServerEvents } from './events';

/** Ask to hear when a provider's free time changes; ask as often as you forget. */
export const availabilityWatched = createAction<string>('realtime/availabilityWatched');
export const availabilityForgotten = createAction<string>('realtime/availabilityForgotten');

/** Somebody took or freed time of a provider that is being watched. */
export const availabilityChanged =
  createAction<Parameters<ServerEvents['get_availability_update']>[0]>('realtime/availabilityChanged');

/** A screen shows what everybody may see: ask to hear of new posts and comments, as a guest too. */
export const broadcastsWatched = createAction('realtime/broadcastsWatched');
export const broadcastsForgotten = createAction('realtime/broadcastsForgotten');

/** An alert or a changed booking arrived for the signed-in account. */
export const notified = createAction<Parameters<ServerEvents['get_notification']>[0]>('realtime/notified');

/** A post or comment was published that everyone may see. */
export const broadcastHeard =
  createAction<Parameters<ServerEvents['get_broadcast_notification']>[0]>('realtime/broadcastHeard');

/** A booking arrived by itself: over the socket, or as the answer to what was done with it. */
export const bookingHeard = createAction<BookingData>('realtime/bookingHeard');

/** An alert arrived over the socket. */
export const alertHeard = createAction<Alert>('realtime/alertHeard');
