import type { PushMessage, WorkerMessage } from './messages';

declare const self: ServiceWorkerGlobalScope;

/** What TypeScript's library leaves out, because not every browser has it. */
interface ShownOptions extends NotificationOptions {
  renotify?: boolean;
  actions?: { action: string; title: string }[];
}

/** What a shown notification keeps: where a tap leads, and where each of its buttons does. */
interface Kept {
  readonly url: string;
  readonly actions: Readonly<Record<string, string>>;
}

/** A page that does not confirm within this time, in milliseconds, is frozen or older than these messages. */
const answerWithin = 2_000;
const icon = '/app/icon-192.png';
/** Shown in place of a message that cannot be read: a browser ends a subscription whose pushes show nothing. */
const unreadable: PushMessage = {
  id: '',
  kind: '',
  title: 'Openhours',
  body: '',
  url: '/alerts',
  topic: 'unreadable',
  badge: 0,
  lang: '',
  dir: 'auto',
  actions: [],
};

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Safari ends subscriptions whose pushes show nothing, even while its user looks at the page. */
const mustAlwaysShow = () => /AppleWebKit/.test(navigator.userAgent) && !/Chrom(e|ium)\//.test(navigator.userAgent);

function messageIn(event: PushEvent): PushMessage {
  try {
    return { ...unreadable, ...(event.data?.json() as Partial<PushMessage>) };
  } catch {
    return unreadable;
  }
}

/** Shows the message, unless a window shows the news already (product.md 5.4). */
async function show(message: PushMessage): Promise<void> {
  const looking = (await windows()).some(({ visibilityState }) => visibilityState === 'visible');
  if (looking && !mustAlwaysShow()) return;
  const { title, body, topic, lang, dir, actions, url } = message;
  const kept: Kept = { url, actions: Object.fromEntries(actions.map((each) => [each.action, each.url])) };
  const options: ShownOptions = {
    body,
    lang,
    dir,
    icon,
    tag: topic,
    // What replaces an older notification is news all the same.
    renotify: !looking,
    silent: looking,
    actions: actions.map(({ action, title: label }) => ({ action, title: label })),
    data: kept,
  };
  await self.registration.showNotification(title, options);
  await navigator.setAppBadge?.(message.badge).catch(() => undefined);
}

/** Asks a page to go to an address; whether it does. */
function ask(page: WindowClient, message: WorkerMessage): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), answerWithin);
    page.postMessage(message, [port2]);
  });
}

/** Opens an address of the app: in the window that was used last, so that what is typed there is asked about, or in a new one. */
async function open(address: string): Promise<void> {
  const url = new URL(address, self.location.origin);
  const path = url.origin === self.location.origin ? url.pathname + url.search : '/alerts';
  const [page] = await windows();
  if (page) {
    await page.focus().catch(() => undefined);
    if (await ask(page, { type: 'OPEN', url: path })) return;
  }
  await self.clients.openWindow(path);
}

/** Subscribes anew. The page registers it with the server: the worker has no login. Without a page, the next start does. */
async function renew({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  if (!newSubscription && oldSubscription) await self.registration.pushManager.subscribe(oldSubscription.options);
  for (const page of await windows()) page.postMessage({ type: 'PUSH_SUBSCRIPTION_CHANGED' } satisfies WorkerMessage);
}

/** Shows push messages, and opens what a tapped one is about. */
export function receivePushes(): void {
  self.addEventListener('push', (event) => event.waitUntil(show(messageIn(event))));
  self.addEventListener('notificationclick', (event) => {
    const { url, actions } = event.notification.data as Kept;
    event.notification.close();
    event.waitUntil(open(actions[event.action] ?? url));
  });
  self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event as PushSubscriptionChangeEvent)));
}
