import type { Socket } from 'socket.io-client';
import type { ClientEvents, ServerEvents } from './events';
import type { Listener } from './listening';

export type Live = Socket<ServerEvents, ClientEvents>;

/** The one socket, or none; its code, and that of what is heard, is fetched when it is first wanted. */
export function connection(listener: Listener) {
  let socket: Promise<Live> | null = null;
  let openedFor = '';
  return {
    isOpen: () => socket !== null,
    /** Opens it under the token of who acts; '' for nobody. */
    open(token: string): void {
      openedFor = token;
      socket = Promise.all([import('socket.io-client'), import('./listening')]).then(([{ io }, { listen }]) => {
        const live: Live = io({ path: '/socket.io', auth: { token }, transports: ['websocket', 'polling'] });
        listen(live, listener);
        return live;
      });
      socket.catch(() => (socket = null));
    },
    /** Closes it; whose room is left, where there was somebody. */
    close(leaving: string): void {
      void socket?.then((live) => {
        if (leaving) live.emit('leave_client_room', { ownerId: leaving });
        live.disconnect();
      });
      socket = null;
    },
    /** A fresh token of the same account counts from the next connect on. */
    renew(token: string): void {
      if (!socket || !token || token === openedFor) return;
      openedFor = token;
      void socket.then((live) => (live.auth = { token }));
    },
    /** Does something with it, if there is one. */
    use(act: (live: Live) => void): void {
      void socket?.then(act);
    },
  };
}

export type Connection = ReturnType<typeof connection>;
