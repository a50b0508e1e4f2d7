import type { Dispatch, Middleware } from '@reduxjs/toolkit';
import { selectSession, type SessionData, type SessionState } from '@/api';
import { availabilityUnwatched, availabilityWatched, broadcastsUnwatched, broadcastsWatched } from './actions';
import { connection, type Connection } from './connection';
import { watchAvailability } from './events';

interface WithSession {
  session: SessionState;
}

/**
 * Holds the one socket. It opens when an account signs in or when a screen needs broadcasts. When another account signs in,
 * it reconnects with that account's token. On each connect it joins the owner's room.
 */
export function realtime(): Middleware<object, WithSession> {
  return (store) => {
    const session = () => selectSession(store.getState());
    const watched = refcount();
    const socket = connection({ dispatch: store.dispatch, session, watched: watched.needed });
    const needs = screenNeeds(socket, watched, store.dispatch, () => session().accessToken);

    /** Opens, reconnects or closes the socket when the signed-in account changes. */
    function follow(before: SessionData, after: SessionData): void {
      if (after.ownerId === before.ownerId) return socket.renew(after.accessToken);
      if (socket.isOpen()) socket.close(before.ownerId);
      if (after.isAuthenticated || needs.any()) socket.open(after.accessToken);
    }

    if (store.getState()?.session?.data.isAuthenticated) socket.open(session().accessToken);

    return (next) => (action) => {
      const before = session();
      const result = next(action);
      follow(before, session());
      needs.update(action);
      return result;
    };
  };
}

/** Tracks which screens need a provider's free time or broadcasts, and opens the socket for the first of them. */
function screenNeeds(socket: Connection, watched: Refcount, dispatch: Dispatch, token: () => string) {
  function watch(providerId: string): void {
    const isFirst = watched.add(providerId);
    if (!socket.isOpen()) socket.open(token());
    // A socket that is not connected yet subscribes to all watched providers when it connects.
    else if (isFirst) socket.use((live) => live.connected && watchAvailability(live, providerId, dispatch));
  }
  function unwatch(providerId: string): void {
    if (watched.remove(providerId)) socket.use((live) => live.emit('unwatch_availability', { provider_id: providerId }));
  }
  /** How many screens need broadcasts. The socket stays open when the last of them closes. */
  let listening = 0;
  return {
    /** Whether a guest needs the socket. */
    any: () => watched.needed().length > 0 || listening > 0,
    update(action: unknown): void {
      if (availabilityWatched.match(action)) watch(action.payload);
      else if (availabilityUnwatched.match(action)) unwatch(action.payload);
      else if (broadcastsUnwatched.match(action)) listening -= 1;
      else if (broadcastsWatched.match(action)) {
        listening += 1;
        if (!socket.isOpen()) socket.open(token());
      }
    },
  };
}

/** Counts how many screens need each thing. */
function refcount() {
  const counts = new Map<string, number>();
  return {
    /** What at least one screen needs. */
    needed: () => [...counts.keys()],
    /** Adds a screen, and returns whether it is the first that needs this. */
    add(id: string): boolean {
      const before = counts.get(id) ?? 0;
      counts.set(id, before + 1);
      return before === 0;
    },
    /** Removes a screen, and returns whether it was the last that needed this. */
    remove(id: string): boolean {
      const left = (counts.get(id) ?? 1) - 1;
      if (left > 0) counts.set(id, left);
      else counts.delete(id);
      return left <= 0;
    },
  };
}

type Refcount = ReturnType<typeof refcount>;
