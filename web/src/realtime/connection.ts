import { serverOrigin } from '@/platform/server';
import type { Live } from './events';
import type { HandlerContext } from './handlers';

const unavailable = 503;
const retryAfter = 2000;

/** The one socket, or none. Its code and that of its handlers are loaded when it is first opened. */
export function connection(context: HandlerContext) {
  let socket: Promise<Live> | null = null;
  let openedFor = '';
  return {
    isOpen: () => socket !== null,
    /** Opens the socket with an access token; '' for a guest. */
    open(token: string): void {
      openedFor = token;
      socket = Promise.all([import('socket.io-client'), import('./handlers')]).then(([{ io }, { handleEvents }]) => {
        // A balancer may send each request of long polling to another gateway, which does not know the session.
        const live: Live = io(serverOrigin(), { path: '/socket.io', auth: { token }, transports: ['websocket'] });
        handleEvents(live, context);
        // A gateway that has just started does not know yet which logins have ended, and takes nobody until it does.
        live.on('connect_error', (error) => {
          if ((error as { data?: { code?: number } }).data?.code !== unavailable) return;
          setTimeout(() => void socket?.then((current) => current === live && !live.active && live.connect()), retryAfter);
        });
        return live;
      });
      socket.catch(() => (socket = null));
    },
    /** Closes the socket and leaves the room of this owner; '' when nobody was signed in. */
    close(ownerId: string): void {
      void socket?.then((live) => {
        if (ownerId) live.emit('leave_client_room', { ownerId });
        live.disconnect();
      });
      socket = null;
    },
    /** Uses a fresh token of the same account from the next connect on. */
    renew(token: string): void {
      if (!socket || !token || token === openedFor) return;
      openedFor = token;
      void socket.then((live) => {
        live.auth = { token };
        // The server drops a socket whose token has expired: from now on it holds this one.
        if (live.connected) live.emit('join_client_room', { ownerId: context.session().ownerId, token });
      });
    },
    /** Runs `act` with the socket, if there is one. */
    use(act: (live: Live) => void): void {
      void socket?.then(act);
    },
  };
}

export type Connection = ReturnType<typeof connection>;
