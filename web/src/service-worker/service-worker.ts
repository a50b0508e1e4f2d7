import { cleanupOutdatedCaches } from 'workbox-precaching';
import type { PageMessage } from './page-messages';
import { receivePushes } from './push';
import { sendOutboxOnSync } from './send-outbox';
import { serveApp, storeParts } from './serve-app';

declare const self: ServiceWorkerGlobalScope;

cleanupOutdatedCaches();
serveApp();
receivePushes();
sendOutboxOnSync();

// The first page of a visitor is served by the worker too, so that what it loads later is stored.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  const message = event.data as PageMessage | null;
  // A new version waits until the user has chosen 'Reload'.
  if (message?.type === 'SKIP_WAITING') void self.skipWaiting();
  if (message?.type === 'STORE_PARTS') event.waitUntil(storeParts(event, message.language).then(() => event.ports[0]?.postMessage(true)));
});
