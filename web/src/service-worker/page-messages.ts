/** What a page tells the service worker. Besides, workbox-routing reads CACHE_URLS: addresses that the page had loaded before. */
export type PageMessage = { type: 'SKIP_WAITING' } | { type: 'STORE_PARTS'; language: string };
