import type { Dispatch } from '@reduxjs/toolkit';
import { api, openhoursApi, sessionChanged, type SessionData } from '@/api';
import { commentAnnounced } from '@/api/comments';
import { broadcastReceived, notified } from './actions';
import type { AvailabilityUpdate, Live } from './events';
import { applyNotification } from './notification';
import { reconnectAfterCutOff } from './reconnect';
import { watchAvailability } from './watch-availability';

/** The app's side of the socket's handlers. */
export interface HandlerContext {
  dispatch: Dispatch;
  session: () => SessionData;
  /** The providers whose free time a screen shows. */
  watched: () => readonly string[];
}

/** A booking changes the times of some days; a provider changes those of two months. */
const LONGEST_BOOKED = 31 * 24 * 60 * 60 * 1000;
const isWholeCalendar = ({ from, to }: AvailabilityUpdate): boolean => Date.parse(to) - Date.parse(from) > LONGEST_BOOKED;

/** Handles what the server sends: joins the owner's room on each connect, and shows what arrives. */
export function handleEvents(live: Live, { dispatch, session, watched }: HandlerContext): void {
  reconnectAfterCutOff(live, dispatch, session);
  let wasConnected = false;
  live.on('connect', () => {
    const { ownerId } = session();
    // The server sends no events before the room is joined, so data that was loaded until then may be stale.
    if (ownerId) live.emit('join_client_room', { ownerId }, () => dispatch(api.util.invalidateTags(['Alerts', 'Bookings', 'Messages'])));
    for (const providerId of watched()) {
      watchAvailability(live, providerId, dispatch);
      if (wasConnected) dispatch(openhoursApi.util.invalidateTags([{ type: 'Profile', id: providerId }]));
    }
    wasConnected = true;
  });
  live.on('get_notification', (event) => {
    applyNotification(dispatch, event, session().ownerId);
    dispatch(notified(event));
  });
  live.on('get_broadcast_notification', (event) => {
    if (!event.valid_broadcast) return;
    dispatch(broadcastReceived(event));
    const { post_id, post_comments_id } = event.broadcast_data;
    if (event.action === 'new_post_comment') commentAnnounced(dispatch, String(post_id), String(post_comments_id));
  });
  live.on('get_confirm_account_verification', ({ session_data }) => {
    if (session().isAuthenticated) dispatch(sessionChanged(session_data));
  });
  live.on('get_availability_update', (event) => {
    dispatch(openhoursApi.util.invalidateTags([{ type: 'Slots', id: event.provider_id }]));
    // All of a provider's times change with their hours, or because they are away or back, which their profile says.
    if (isWholeCalendar(event)) dispatch(openhoursApi.util.invalidateTags([{ type: 'Profile', id: event.provider_id }]));
  });
}
