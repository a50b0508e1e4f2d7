/** A push message as the server writes it (notifications.push.web_push.message_for). */
export interface PushMessage {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly body: string;
  /** The address that a tap opens. */
  readonly url: string;
  /** A newer message with the same topic replaces this one. */
  readonly topic: string;
  /** How many alerts and messages are unread. */
  readonly badge: number;
  readonly lang: string;
  readonly dir: NotificationDirection;
  readonly actions: readonly { readonly action: string; readonly title: string; readonly url: string }[];
}

/** What the service worker tells a page. An OPEN comes with a port, on which the page confirms it. */
export type WorkerMessage = { type: 'OPEN'; url: string } | { type: 'PUSH_SUBSCRIPTION_CHANGED' };

/** What a page tells the service worker. It answers STORE_PARTS on the port that comes with it, when all is stored. Besides, workbox-routing reads CACHE_URLS: addresses that the page had loaded before. */
export type PageMessage = { type: 'SKIP_WAITING' } | { type: 'STORE_PARTS'; language: string };

/** The tag under which a page asks to be synchronised: the worker sends the outbox when there is a connection. */
export const OUTBOX_SYNC = 'outbox';
