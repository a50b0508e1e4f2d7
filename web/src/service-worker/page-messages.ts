/** What a page tells the service worker. It answers STORE_PARTS on the port that comes with it, when all is stored. Besides, workbox-routing reads CACHE_URLS: addresses that the page had loaded before. */
export type PageMessage = { type: 'SKIP_WAITING' } | { type: 'STORE_PARTS'; language: string };

/** The tag under which a page asks to be synchronised: the worker sends the outbox when there is a connection. */
export const OUTBOX_SYNC = 'outbox';
