import type { Dispatch, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { api, forgetPost, openhoursApi, sessionChanged, alertArrived, showReadElsewhere, showUpdate, type SessionData } from '@/api';
import { bookingChanged } from '@/api/bookings';
import { commentAnnounced } from '@/api/comments';
import { deviceReading } from '@/platform/device';
import { broadcastReceived, notified } from './actions';
import { type AvailabilityUpdate, type Live, type ServerEvents, watchAvailability } from './events';

/** How long signing out may take, in milliseconds. It closes the socket too, and needs no login check. */
const pause = 1000;

/**
 * The server closes the socket when a login ends: signed out elsewhere, suspended, or expired. The app then checks the
 * login: the check ends the session here (422) or returns a fresh token to connect with.
 */
function reconnectAfterCutOff(live: Live, dispatch: Dispatch, session: () => SessionData): void {
  live.on('disconnect', (reason) => {
    if (reason !== 'io server disconnect' || !session().isAuthenticated) return;
    const { ownerId } = session();
    setTimeout(
      () => void checkLogin(live, dispatch as ThunkDispatch<unknown, unknown, UnknownAction>, () => session().ownerId === ownerId),
      pause,
    );
  });
}

async function checkLogin(live: Live, dispatch: ThunkDispatch<unknown, unknown, UnknownAction>, isSame: () => boolean): Promise<void> {
  if (!isSame()) return;
  const { data } = await dispatch(
    openhoursApi.endpoints.checkActiveLogin.initiate(deviceReading(), { forceRefetch: true, subscribe: false }),
  );
  // An answer that comes after a sign-out is dropped with the rest of the API's state.
  if (data) live.connect();
}

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
    const { post_id, owner_id, post_comments_id } = event.broadcast_data;
    if (event.action === 'new_post_comment') commentAnnounced(dispatch, String(post_id), String(post_comments_id));
    // Its owner goes on seeing it among the own posts.
    if (event.action === 'post_removed' && owner_id !== session().ownerId) forgetPost(dispatch, String(post_id));
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

/** Shows the content of get_notification in the lists of the account, and refetches what it only refers to. */
function applyNotification(dispatch: Dispatch, event: Parameters<ServerEvents['get_notification']>[0], ownerId: string): void {
  if (event.notification_data) showUpdate(dispatch, alertArrived(event.notification_data));
  if (event.booking_data) showUpdate(dispatch, bookingChanged(event.booking_data, ownerId));
  if (event.interest_data) dispatch(api.util.invalidateTags(['Favourites', 'Circle']));
  if (event.additional_update?.['message']) dispatch(api.util.invalidateTags(['Messages']));
  const read = event.additional_update?.['alerts_read'] as { unread: number } | undefined;
  if (read) showReadElsewhere(dispatch, read.unread);
  if (event.additional_update?.['rating']) dispatch(api.util.invalidateTags(['Ratings']));
}
