import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test';

const tagBytes = 16;
const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** A push service that runs here, for one browser: what it takes is decrypted with the browser's keys (RFC 8291). */
export class PushService {
  readonly messages: string[] = [];
  private readonly keys = createECDH('prime256v1');
  private readonly publicKey = this.keys.generateKeys();
  private readonly secret = randomBytes(16);
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      this.messages.push(this.decrypted(Buffer.concat(chunks)));
      response.writeHead(201).end();
    });
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => void this.server.listen(0, '127.0.0.1', resolve));
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** The subscription as the browser's PushSubscription.toJSON writes it. */
  subscription() {
    const { port } = this.server.address() as AddressInfo;
    return {
      endpoint: `http://127.0.0.1:${port}/browser`,
      keys: { p256dh: this.publicKey.toString('base64url'), auth: this.secret.toString('base64url') },
    };
  }

  private decrypted(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const records = 21 + body.readUInt8(20);
    const sender = body.subarray(21, records);
    const shared = this.keys.computeSecret(sender);
    const input = derive(shared, this.secret, Buffer.concat([Buffer.from('WebPush: info\0'), this.publicKey, sender]), 32);
    const decipher = createDecipheriv(
      'aes-128-gcm',
      derive(input, salt, 'Content-Encoding: aes128gcm\0', 16),
      derive(input, salt, 'Content-Encoding: nonce\0', 12),
    );
    decipher.setAuthTag(body.subarray(-tagBytes));
    const padded = Buffer.concat([decipher.update(body.subarray(records, -tagBytes)), decipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  }
}

/**
 * Lets the pages of a context subscribe to this push service: a browser under test reaches none of its maker's. The headless
 * shell besides denies every page its notifications, so that the permission is a stand-in too; `window.asked` counts requests.
 */
export async function subscribeTo(context: BrowserContext, service: PushService): Promise<void> {
  await context.addInitScript((json) => {
    const key = 'subscribed_by_test';
    const held = (applicationServerKey: string) => {
      const bytes = Uint8Array.from(atob(applicationServerKey.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
      const unsubscribe = () => Promise.resolve(localStorage.removeItem(key) === undefined);
      return { ...json, options: { applicationServerKey: bytes.buffer }, toJSON: () => json, unsubscribe };
    };
    const found = () => localStorage.getItem(key);
    Object.assign(PushManager.prototype, {
      getSubscription: () => Promise.resolve(found() ? held(found() ?? '') : null),
      subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
        localStorage.setItem(key, applicationServerKey);
        return Promise.resolve(held(applicationServerKey));
      },
    });
    const asked = () => localStorage.getItem('asked_by_test');
    Object.defineProperty(Notification, 'permission', { get: () => (asked() ? 'granted' : 'default') });
    Notification.requestPermission = () => {
      localStorage.setItem('asked_by_test', 'yes');
      return Promise.resolve('granted');
    };
  }, service.subscription());
}

interface Shown {
  title: string;
  body: string;
  tag: string;
}

/** The app's service worker in a context, and the DevTools protocol to it. */
export class AppWorker {
  private readonly parts: { worker: Worker; session: CDPSession; registrationId: string; origin: string };

  private constructor(parts: AppWorker['parts']) {
    this.parts = parts;
  }

  /** Waits until the page's worker is active. The protocol goes through another page, if one is named, which outlives this one. */
  static async of(page: Page, through = page): Promise<AppWorker> {
    const context = page.context();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    const session = await context.newCDPSession(through);
    const registrationId = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [registration] = registrations;
        if (registration) resolve(registration.registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    return new AppWorker({ worker, session, registrationId: await registrationId, origin: new URL(page.url()).origin });
  }

  /** Delivers a push message as the browser's push service would. */
  async deliver(data: string): Promise<void> {
    const { worker, session, registrationId, origin } = this.parts;
    // Its process may have ended with the last page; the browser would start it for the message.
    await session.send('ServiceWorker.startWorker', { scopeURL: `${origin}/` });
    await standInForNotifications(worker);
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  }

  /** Fires Background Sync's event, as the browser does when the connection is back. */
  async synchronise(tag: string): Promise<void> {
    const { session, registrationId, origin } = this.parts;
    await session.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance: false });
  }

  /** The notifications that are shown. */
  shown(): Promise<Shown[]> {
    return this.parts.worker.evaluate(async () => {
      const { registration } = self as unknown as ServiceWorkerGlobalScope;
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    });
  }

  /** The number on the icon of the installed app; null before any. */
  badge(): Promise<number | null> {
    return this.parts.worker.evaluate(() => (self as { badge?: number }).badge ?? null);
  }

  /** Taps the notification that is shown, or one of its buttons. Returns the address of the window that this opened, if any. */
  tap(action = ''): Promise<string | null> {
    return this.parts.worker.evaluate(async (button) => {
      const worker = self as unknown as ServiceWorkerGlobalScope;
      const [notification] = await worker.registration.getNotifications();
      // Only a tap of the user may open a window: the address is what can be seen here.
      let opened: string | null = null;
      worker.clients.openWindow = (url) => {
        opened = String(url);
        return Promise.resolve(null);
      };
      const done: Promise<unknown>[] = [];
      const event = Object.assign(new Event('notificationclick'), {
        notification,
        action: button,
        waitUntil: (promise: Promise<unknown>) => done.push(promise),
      });
      worker.dispatchEvent(event);
      await Promise.all(done);
      return opened;
    }, action);
  }
}

declare const self: object;
interface ServiceWorkerGlobalScope extends EventTarget {
  registration: ServiceWorkerRegistration;
  clients: { openWindow: (url: string | URL) => Promise<null> };
}

/** The headless shell shows no notifications: there a list takes their place. A full Chromium shows real ones. */
async function standInForNotifications(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    if ('standIn' in self) return;
    Object.assign(self, { standIn: true });
    // The headless shell ends a worker that counts on an icon.
    Object.assign(navigator, { setAppBadge: (badge: number) => Promise.resolve(void Object.assign(self, { badge })) });
    if (Notification.permission === 'granted') return;
    const { registration } = self as unknown as ServiceWorkerGlobalScope;
    let shown: Notification[] = [];
    Object.assign(registration, {
      showNotification: (title: string, options: NotificationOptions) => {
        const notification = { title, ...options, close: () => void (shown = shown.filter((one) => one !== notification)) } as Notification;
        shown = [...shown.filter(({ tag }) => tag !== options.tag), notification];
        return Promise.resolve();
      },
      getNotifications: () => Promise.resolve(shown),
    });
  });
}
