import type { Middleware } from '@reduxjs/toolkit';
import { selectSession, type SessionData, type SessionState } from '@/api';
import { availabilityForgotten, availabilityWatched, broadcastsForgotten, broadcastsWatched } from './actions';
import type { Dispatch } from './cache';
import { connection, type Connection } from './connection';
import { newsKeeping } from './keeping';
import { observe } from './observe';
import { watchers } from './watchers';

interface WithSession {
  session: SessionState;
}

/**
 * Holds the one socket. It is opened as soon as somebody is signed in or a screen watches a provider's free
 * time, is opened anew under another token when the session changes hands, and joins the owner's room on each connect.
 */
export function realtime(): Middleware<object, WithSession> {
  return (store) => {
    const dispatch = store.dispatch as Dispatch;
    const session = () => selectSession(store.getState());
    const watching = watchers();
    const socket = connection({ dispatch, session, watched: watching.providers });
    const watch = watchingOf(socket, watching, dispatch, () => session().accessToken);
    const news = newsKeeping(dispatch, () => session().ownerId);

    /** Whose socket it is follows who is signed in. */
    function follow(before: SessionData, after: SessionData): void {
      if (after.ownerId === before.ownerId) return socket.renew(after.accessToken);
      news.forget();
      if (socket.isOpen()) socket.close(before.ownerId);
      if (after.isAuthenticated || watch.wanted()) socket.open(after.accessToken);
    }

    if (store.getState()?.session?.data.isAuthenticated) socket.open(session().accessToken);

    return (next) => (action) => {
      const before = session();
      const result = next(action);
      follow(before, session());
      news.keep(action);
      watch.hear(action);
      return result;
    };
  };
}

/** Begins and ends watching providers' free time and what everybody may hear, as screens come and go. */
function watchingOf(socket: Connection, watching: ReturnType<typeof watchers>, dispatch: Dispatch, token: () => string) {
  function begin(providerId: string): void {
    const first = watching.add(providerId);
    if (!socket.isOpen()) socket.open(token());
    // One that is not connected yet tells of all that is watched when it is.
    else if (first) socket.use((live) => live.connected && observe(live, providerId, dispatch));
  }
  function end(providerId: string): void {
    if (watching.remove(providerId)) socket.use((live) => live.emit('unwatch_availability', { provider_id: providerId }));
  }
  /** How many screens want to hear what everybody may hear; the socket stays when none does any more. */
  let listening = 0;
  return {
    /** Whether somebody who is not signed in needs a socket. */
    wanted: () => watching.providers().length > 0 || listening > 0,
    hear(action: unknown): void {
      if (availabilityWatched.match(action)) begin(action.payload);
      else if (availabilityForgotten.match(action)) end(action.payload);
      else if (broadcastsForgotten.match(action)) listening -= 1;
      else if (broadcastsWatched.match(action)) {
        listening += 1;
        if (!socket.isOpen()) socket.open(token());
      }
    },
  };
}
