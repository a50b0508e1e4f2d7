import type { Middleware } from '@reduxjs/toolkit';
import type { Socket } from 'socket.io-client';
import { api, openhoursApi, selectSession, sessionChanged, type SessionState } from '@/api';
import { availabilityChanged, availabilityForgotten, availabilityWatched, bookingHeard, broadcastHeard, notified } from './actions';
import { applyNotification, mendList, type Dispatch, type ListCall } from './cache';
import type { ClientEvents, ServerEvents } from './events';
import { latestBookings } from './latest';

type Live = Socket<ServerEvents, ClientEvents>;
const listCalls: readonly ListCall[] = ['getBookingInfo', 'getUserAlerts'];

interface WithSession {
  session: SessionState;
}

/**
 * Holds the one socket. It is opened as soon as somebody is signed in or a screen watches a provider's free
 * time, is opened anew under another token when the session changes hands, and joins the owner's room on each connect.
 */
export function realtime(): Middleware<object, WithSession> {
  return (store) => {
    let socket: Promise<Live> | null = null;
    let openedFor = '';
    const watched = new Map<string, number>();
    const latest = latestBookings();
    const dispatch = store.dispatch as Dispatch;
    const session = () => selectSession(store.getState());

    /** From the answer on, changes arrive; slots that were loaded before it are fetched anew. */
    function observe(live: Live, provider_id: string): void {
      live.emit('watch_availability', { provider_id }, () =>
        dispatch(openhoursApi.util.invalidateTags([{ type: 'Slots', id: provider_id }])),
      );
    }

    function listen(live: Live): void {
      live.on('connect', () => {
        const { ownerId } = session();
        // What was loaded before the room was joined may lack what happened in between, on the first connect too.
        if (ownerId) live.emit('join_client_room', { ownerId }, () => dispatch(api.util.invalidateTags(['Alerts', 'Bookings'])));
        for (const providerId of watched.keys()) observe(live, providerId);
      });
      live.on('get_notification', (event) => {
        applyNotification(dispatch, event, session().ownerId);
        dispatch(notified(event));
      });
      live.on('get_broadcast_notification', (event) => {
        if (event.valid_broadcast) dispatch(broadcastHeard(event));
      });
      live.on('get_confirm_account_verification', ({ session_data }) => {
        if (session().isAuthenticated) dispatch(sessionChanged(session_data));
      });
      live.on('get_availability_update', (event) => {
        dispatch(availabilityChanged(event));
        dispatch(openhoursApi.util.invalidateTags([{ type: 'Slots', id: event.provider_id }]));
      });
    }

    function open(): void {
      const token = session().accessToken;
      openedFor = token;
      socket = import('socket.io-client').then(({ io }) => {
        const live: Live = io({ path: '/socket.io', auth: { token }, transports: ['websocket', 'polling'] });
        listen(live);
        return live;
      });
      socket.catch(() => (socket = null));
    }

    function close(leaving: string): void {
      void socket?.then((live) => {
        if (leaving) live.emit('leave_client_room', { ownerId: leaving });
        live.disconnect();
      });
      socket = null;
    }

    function watch(providerId: string): void {
      const count = watched.get(providerId) ?? 0;
      watched.set(providerId, count + 1);
      if (!socket) open();
      else if (count === 0) void socket.then((live) => live.connected && observe(live, providerId));
    }

    function forget(providerId: string): void {
      const count = (watched.get(providerId) ?? 1) - 1;
      if (count > 0) watched.set(providerId, count);
      else {
        watched.delete(providerId);
        void socket?.then((live) => live.emit('unwatch_availability', { provider_id: providerId }));
      }
    }

    /** News of single bookings, and lists that may be older than the news. */
    function keepLatest(action: unknown): void {
      if (bookingHeard.match(action)) latest.hear(action.payload);
      for (const call of listCalls) {
        const { matchPending, matchFulfilled, matchRejected } = openhoursApi.endpoints[call];
        if (matchPending(action)) latest.asked(action.meta.requestId);
        else if (matchFulfilled(action)) mendList(dispatch, call, latest.answered(action.meta.requestId), session().ownerId);
        else if (matchRejected(action)) latest.answered(action.meta.requestId);
      }
    }

    if (store.getState()?.session?.data.isAuthenticated) open();

    return (next) => (action) => {
      const before = session();
      const result = next(action);
      const after = session();
      if (after.ownerId !== before.ownerId) {
        latest.forget();
        if (socket) close(before.ownerId);
        if (after.isAuthenticated || watched.size > 0) open();
      } else if (after.accessToken !== openedFor && socket && after.accessToken) {
        openedFor = after.accessToken;
        void socket.then((live) => (live.auth = { token: after.accessToken }));
      }
      keepLatest(action);
      if (availabilityWatched.match(action)) watch(action.payload);
      else if (availabilityForgotten.match(action)) forget(action.payload);
      return result;
    };
  };
}
