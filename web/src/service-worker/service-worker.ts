import { cleanupOutdatedCaches } from 'workbox-precaching';
import { senders, sendWaiting } from '@/offline/outbox';
import { OUTBOX_SYNC, type PageMessage } from './messages';
import { receivePushes } from './push';
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

/** Background Sync is in no standard library of types. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** Sends what waits. Rejects when some of it could not be sent, so that the browser tries again later. */
async function sendAll(): Promise<void> {
  for (const sender of await senders()) if (!(await sendWaiting(sender))) throw new Error('Something still waits to be sent');
}

/** Sends the outbox when the connection is back, also when no page is open. */
function sendOutboxOnSync(): void {
  self.addEventListener('sync', (event) => {
    const sync = event as SyncEvent;
    if (sync.tag === OUTBOX_SYNC) sync.waitUntil(sendAll());
  });
}
