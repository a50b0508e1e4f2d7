import { onTestFinished, vi } from 'vitest';

const encode = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** The server's public key, as browsers take it: 65 bytes as base64url. */
export const serverKey = encode(new Uint8Array(65).fill(4));

/** A browser with a service worker and a push service, for which the test acts as the user. It leaves with the test. */
export class PushBrowser {
  permission: NotificationPermission = 'default';
  /** What the user answers when asked. */
  answer: NotificationPermission = 'granted';
  asked = 0;
  subscription: PushSubscription | null = null;
  closed = 0;
  badge: number | null = null;
  private count = 0;
  private readonly worker = new EventTarget();

  constructor() {
    const pushManager = {
      getSubscription: () => Promise.resolve(this.subscription),
      subscribe: ({ applicationServerKey }: { applicationServerKey: string }) =>
        Promise.resolve(this.subscription ?? this.subscribed(applicationServerKey)),
    };
    const getNotifications = () => Promise.resolve([{ close: () => (this.closed += 1) }]);
    const registration = { pushManager, getNotifications };
    const container = Object.assign(this.worker, {
      getRegistration: () => Promise.resolve(registration),
      ready: Promise.resolve(registration),
    });
    const added = { serviceWorker: container, setAppBadge: (count: number) => Promise.resolve(void (this.badge = count)) };
    for (const [name, value] of Object.entries(added)) Object.defineProperty(navigator, name, { value, configurable: true });
    vi.stubGlobal('PushManager', {});
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- the getter is of another object
    const browser = this;
    vi.stubGlobal('Notification', {
      get permission() {
        return browser.permission;
      },
      requestPermission: () => {
        if (this.permission === 'default') this.asked += 1;
        if (this.permission === 'default') this.permission = this.answer;
        return Promise.resolve(this.permission);
      },
    });
    onTestFinished(() => {
      for (const name of Object.keys(added)) Reflect.deleteProperty(navigator, name);
      vi.unstubAllGlobals();
    });
  }

  /** A new subscription with this key, in place of the present one. */
  subscribed(key: string): PushSubscription {
    this.count += 1;
    const endpoint = `https://push.example/${this.count}`;
    const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
    const held = {
      endpoint,
      options: { applicationServerKey: bytes.buffer },
      toJSON: () => ({ endpoint, keys: { p256dh: 'public', auth: 'secret' } }),
      unsubscribe: () => {
        this.subscription = null;
        return Promise.resolve(true);
      },
    };
    this.subscription = held as unknown as PushSubscription;
    return this.subscription;
  }

  /** The service worker tells the page something; resolves to whether the page confirms it. */
  tell(data: unknown): Promise<boolean> {
    return new Promise((resolve) => {
      const port = { postMessage: () => resolve(true) };
      this.worker.dispatchEvent(new MessageEvent('message', { data, ports: [port as unknown as MessagePort] }));
      setTimeout(() => resolve(false), 50);
    });
  }
}
