import type { WorkerMessage } from '@/service-worker/messages';
import { isNative } from './native';
import { deviceStorage } from './site-data';

/**
 * Whether this browser is pushed to: it cannot be, only as an installed app (iOS), it is blocked by the user, it is not, it is.
 */
export type PushState = 'unsupported' | 'install_first' | 'denied' | 'off' | 'on';

/** The subscription that an account of this browser registered with the server. */
export interface PushRecord {
  readonly account: string;
  readonly endpoint: string;
  /** When, in milliseconds since 1970. */
  readonly at: number;
}

/** A subscription as the server takes it. */
export interface BrowserSubscription {
  readonly iv_endpoint: string;
  readonly iv_p256dh: string;
  readonly iv_auth: string;
}

const recordKey = 'web_push';
const listeners = new Set<() => void>();
let state: PushState = 'unsupported';

/** Calls `listener` when the state changes. Returns a function that ends this. */
export function subscribeToPushState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The state as it was looked at last. */
export const pushState = (): PushState => state;

/** What is registered here, or null. */
export function pushRecord(): PushRecord | null {
  try {
    return JSON.parse(deviceStorage.getItem(recordKey) ?? 'null') as PushRecord | null;
  } catch {
    return null;
  }
}

/** Remembers what was registered. */
export const writePushRecord = (record: PushRecord) => deviceStorage.setItem(recordKey, JSON.stringify(record));

const hasPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** iPhones and iPads, which call themselves Macs, push to installed apps alone. */
function isUninstalledOnIos(): boolean {
  const apple = /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  return apple && !window.matchMedia('(display-mode: standalone)').matches;
}

/** The app's worker; undefined until it is registered, and where there is none, as where site data is blocked. */
const registered = () => navigator.serviceWorker.getRegistration().catch(() => undefined);

/** This browser's subscription, or null. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  if (!hasPush()) return null;
  return (await (await registered())?.pushManager.getSubscription()) ?? null;
}

async function stateFor(account: string): Promise<PushState> {
  if (isNative()) return 'unsupported';
  if (!hasPush()) return isUninstalledOnIos() ? 'install_first' : 'unsupported';
  if (!(await registered())) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await currentSubscription();
  const record = pushRecord();
  return subscription && record?.account === account && record.endpoint === subscription.endpoint ? 'on' : 'off';
}

/** Looks at the state for this account again, and tells the listeners. */
export async function lookAtPushState(account: string): Promise<void> {
  const found = await stateFor(account);
  if (found === state) return;
  state = found;
  for (const listener of listeners) listener();
}

/** Looks again when the worker, without which nothing is pushed, is ready: at the first visit, after the page has loaded. */
export async function lookWhenWorkerIsReady(account: string): Promise<void> {
  await lookAtPushState(account);
  if (isNative() || !hasPush()) return;
  await navigator.serviceWorker.ready;
  await lookAtPushState(account);
}

const isFor = (subscription: PushSubscription, publicKey: string) => {
  const key = subscription.options.applicationServerKey;
  const text = key ? btoa(String.fromCharCode(...new Uint8Array(key))) : '';
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey;
};

/**
 * Subscribes this browser with the server's key, in place of a subscription with an older key. The browser asks its user,
 * unless it has been allowed before; call it in answer to a tap. Null when the user refuses. Rejects when the browser's
 * push service cannot be reached.
 */
export async function subscribeBrowser(publicKey: string): Promise<BrowserSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && !isFor(known, publicKey)) await known.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint, keys } = subscription.toJSON();
  return { iv_endpoint: endpoint ?? '', iv_p256dh: keys?.['p256dh'] ?? '', iv_auth: keys?.['auth'] ?? '' };
}

/** Ends this browser's subscription: its push service answers to later pushes that it is gone. */
export async function unsubscribeBrowser(): Promise<void> {
  deviceStorage.removeItem(recordKey);
  await (await currentSubscription())?.unsubscribe().catch(() => undefined);
}

interface WorkerListener {
  /** A notification was tapped that leads to this address. */
  onOpen: (url: string) => void;
  onSubscriptionChange: () => void;
}

/** Listens to the service worker. Returns a function that ends this. */
export function listenToWorker({ onOpen, onSubscriptionChange }: WorkerListener): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const listen = ({ data, ports }: MessageEvent<WorkerMessage | null>) => {
    if (data?.type === 'PUSH_SUBSCRIPTION_CHANGED') onSubscriptionChange();
    if (data?.type !== 'OPEN') return;
    ports[0]?.postMessage(true);
    onOpen(data.url);
  };
  navigator.serviceWorker.addEventListener('message', listen);
  return () => navigator.serviceWorker.removeEventListener('message', listen);
}

/** Shows on the icon of the installed app how much is unread. With nothing unread, notifications that are still shown go too. */
export async function showUnread(count: number): Promise<void> {
  if (isNative() || !('serviceWorker' in navigator)) return;
  await navigator.setAppBadge?.(count).catch(() => undefined);
  if (count > 0 || !hasPush()) return;
  for (const shown of (await (await registered())?.getNotifications()) ?? []) shown.close();
}
