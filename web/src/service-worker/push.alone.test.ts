import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { receivePushes } from './push';

type Options = Parameters<ServiceWorkerRegistration['showNotification']>[1] & { actions?: unknown; renotify?: boolean };

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const message = {
  id: '1',
  kind: 'order_requested',
  title: 'Openhours',
  body: 'Grace wants Haircut',
  url: '/alerts?one=1',
  topic: 'order',
  badge: 3,
  lang: 'ar',
  dir: 'rtl',
  actions: [{ action: 'accept', title: 'Accept', url: '/schedule_manager?answer=accepted' }],
};

/** A window of the app. It confirms what it is asked to open, unless it is frozen. */
const page = ({ visible = true, frozen = false } = {}) => ({
  visibilityState: visible ? 'visible' : 'hidden',
  asked: [] as unknown[],
  focus: () => Promise.reject(new Error('not after a tap of the user')),
  postMessage(asked: unknown, [port]: MessagePort[] = []) {
    this.asked.push(asked);
    if (!frozen) port?.postMessage(true);
  },
});

let windows: ReturnType<typeof page>[];
let shown: [string, Options][];
let opened: string[];
let badges: number[];
const subscribe = vi.fn(() => Promise.resolve({}));

/** Dispatches an event to the worker, and waits for what it does. */
async function happens(type: string, fields: object): Promise<void> {
  const done: Promise<unknown>[] = [];
  const waitUntil = (promise: Promise<unknown>) => void done.push(promise);
  self.dispatchEvent(Object.assign(new Event(type), { waitUntil, ...fields }));
  await Promise.all(done);
}

const push = (json: () => unknown) => happens('push', { data: { json } });
const tap = (action: string, data: object) => happens('notificationclick', { action, notification: { data, close: () => undefined } });

beforeAll(receivePushes);
beforeEach(() => {
  windows = [];
  shown = [];
  opened = [];
  badges = [];
  subscribe.mockClear();
  const showNotification = (title: string, options: Options) => Promise.resolve(void shown.push([title, options]));
  Object.assign(self, {
    registration: { showNotification, pushManager: { subscribe } },
    clients: { matchAll: () => Promise.resolve(windows), openWindow: (url: string) => Promise.resolve(void opened.push(url)) },
  });
  Object.assign(navigator, { setAppBadge: (count: number) => Promise.resolve(void badges.push(count)) });
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(chrome);
});

describe('a push message', () => {
  it('is shown in its language and direction, with its buttons and its count', async () => {
    windows = [page({ visible: false })];
    await push(() => message);
    expect(shown).toEqual([
      [
        'Openhours',
        expect.objectContaining({
          body: 'Grace wants Haircut',
          lang: 'ar',
          dir: 'rtl',
          tag: 'order',
          renotify: true,
          silent: false,
          actions: [{ action: 'accept', title: 'Accept' }],
        }),
      ],
    ]);
    expect(badges).toEqual([3]);
  });

  it('is not shown to somebody who is looking', async () => {
    windows = [page({ visible: false }), page()];
    await push(() => message);
    expect(shown).toEqual([]);
  });

  it('is shown in silence by Safari to somebody who is looking', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(safari);
    windows = [page()];
    await push(() => message);
    expect(shown.map(([, { silent, renotify }]) => [silent, renotify])).toEqual([[true, false]]);
  });

  it('shows something even when it cannot be read', async () => {
    await push(() => JSON.parse('{'));
    expect(shown).toEqual([['Openhours', expect.objectContaining({ data: { url: '/alerts', actions: {} } })]]);
  });
});

describe('a tap on a notification', () => {
  const data = { url: '/alerts?one=1', actions: { accept: '/schedule_manager?answer=accepted' } };

  it('leads the window that was used last to the thing, or to the answer', async () => {
    windows = [page(), page()];
    await tap('', data);
    await tap('accept', data);
    expect(windows.map(({ asked }) => asked)).toEqual([
      [
        { type: 'OPEN', url: '/alerts?one=1' },
        { type: 'OPEN', url: '/schedule_manager?answer=accepted' },
      ],
      [],
    ]);
    expect(opened).toEqual([]);
  });

  it.each([
    ['there is none', []],
    ['it does not answer', [page({ frozen: true })]],
  ])('opens a window where %s', async (_why, there) => {
    windows = there;
    await tap('', data);
    expect(opened).toEqual(['/alerts?one=1']);
  });

  it.each(['https://elsewhere.example/a', '//elsewhere.example/a', 'javascript:alert(1)'])('never leads to %s', async (url) => {
    await tap('', { url, actions: {} });
    expect(opened).toEqual(['/alerts']);
  });
});

describe('a subscription that the browser ends', () => {
  it('is made anew with the same key, and told to the pages', async () => {
    windows = [page({ visible: false })];
    const options = { applicationServerKey: 'key', userVisibleOnly: true };
    await happens('pushsubscriptionchange', { oldSubscription: { options } });
    expect(subscribe.mock.calls).toEqual([[options]]);
    expect(windows[0]?.asked).toEqual([{ type: 'PUSH_SUBSCRIPTION_CHANGED' }]);
    await happens('pushsubscriptionchange', { oldSubscription: { options }, newSubscription: {} });
    expect(subscribe).toHaveBeenCalledTimes(1);
  });
});
