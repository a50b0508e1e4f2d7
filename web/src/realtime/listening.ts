import type { Dispatch as PlainDispatch } from '@reduxjs/toolkit';
import { api, openhoursApi, sessionChanged, type SessionData } from '@/api';
import { commentHeard } from '@/api/comments';
import { availabilityChanged, broadcastHeard, notified } from './actions';
import { applyNotification, type Dispatch } from './cache';
import type { Live } from './connection';
import { mindCutOff } from './cut-off';
import { observe } from './observe';

/** What the socket knows of the app. */
export interface Listener {
  dispatch: Dispatch;
  session: () => SessionData;
  /** The providers whose free time is looked at. */
  watched: () => readonly string[];
}

/** Joins the owner's room on each connect, and hands on what is heard. */
export function listen(live: Live, { dispatch, session, watched }: Listener): void {
  mindCutOff(live, dispatch, session);
  live.on('connect', () => {
    const { ownerId } = session();
    // What was loaded before the room was joined may lack what happened in between, on the first connect too.
    if (ownerId) live.emit('join_client_room', { ownerId }, () => dispatch(api.util.invalidateTags(['Alerts', 'Bookings', 'Messages'])));
    for (const providerId of watched()) observe(live, providerId, dispatch);
  });
  live.on('get_notification', (event) => {
    applyNotification(dispatch, event, session().ownerId);
    dispatch(notified(event));
  });
  live.on('get_broadcast_notification', (event) => {
    if (!event.valid_broadcast) return;
    dispatch(broadcastHeard(event));
    const { post_id, post_comments_id } = event.broadcast_data;
    if (event.action === 'new_post_comment') commentHeard(dispatch as PlainDispatch, String(post_id), String(post_comments_id));
  });
  live.on('get_confirm_account_verification', ({ session_data }) => {
    if (session().isAuthenticated) dispatch(sessionChanged(session_data));
  });
  live.on('get_availability_update', (event) => {
    dispatch(availabilityChanged(event));
    dispatch(openhoursApi.util.invalidateTags([{ type: 'Slots', id: event.provider_id }]));
  });
}
