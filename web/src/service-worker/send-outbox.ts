import { senders, sendWaiting } from '../offline/outbox';
import { OUTBOX_SYNC } from './page-messages';

declare const self: ServiceWorkerGlobalScope;

/** Background Sync is in no standard library of types. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** Sends what waits. Rejects when some of it could not be sent, so that the browser tries again later. */
async function sendAll(): Promise<void> {
  for (const sender of await senders()) if (!(await sendWaiting(sender))) throw new Error('Something still waits to be sent');
}

/** Sends the outbox when the connection is back, also when no page is open. */
export function sendOutboxOnSync(): void {
  self.addEventListener('sync', (event) => {
    const sync = event as SyncEvent;
    if (sync.tag === OUTBOX_SYNC) sync.waitUntil(sendAll());
  });
}
