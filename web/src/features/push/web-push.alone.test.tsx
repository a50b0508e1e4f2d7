import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pushRecord, writePushRecord } from '@/platform/web-push';
import { paths } from '@/routing';
import { done, http, member, renderAt, server } from '@/test';
import { PushBrowser, serverKey } from '@/test/push-browser';

const all = { in_app: true, email: true, push: true };
const preferences = { appointments: all, reminders: all, ratings: all, circle: all, posts: all, messages: all };
const label = 'Notifications on this device';

/** The subscriptions that were registered and removed, by their addresses. */
let calls: string[];

beforeEach(() => {
  calls = [];
  const noted = (name: string) =>
    http.post(`*/api/${name}`, async ({ request }) => {
      calls.push(`${name} ${((await request.json()) as { iv_endpoint: string }).iv_endpoint}`);
      return done({ devices: 1 });
    });
  server.use(
    http.get('*/api/get_notification_preferences', () => done({ preferences, language: 'english' })),
    http.get('*/api/get_web_push_key', () => done({ public_key: serverKey })),
    noted('register_web_push'),
    noted('remove_web_push'),
  );
});

const theSwitch = () => screen.findByRole<HTMLInputElement>('switch', { name: label });

describe('the switch of a device', () => {
  it('asks the user only when it is turned on, and ends the subscription when it is turned off', async () => {
    const browser = new PushBrowser();
    renderAt(paths.mySettings, member);
    await waitFor(async () => expect(await theSwitch()).toBeEnabled());
    expect(browser.asked).toBe(0);
    await userEvent.click(await theSwitch());
    await waitFor(async () => expect(await theSwitch()).toBeChecked());
    expect([browser.asked, calls]).toEqual([1, ['register_web_push https://push.example/1']]);
    expect(screen.getAllByRole('switch', { name: /: Push$/ })).not.toHaveLength(0);
    await waitFor(async () => expect(await theSwitch()).toBeEnabled());
    await userEvent.click(await theSwitch());
    await waitFor(async () => expect(await theSwitch()).not.toBeChecked());
    expect([browser.subscription, pushRecord(), calls.at(-1)]).toEqual([null, null, 'remove_web_push https://push.example/1']);
  });

  it('says how to change it where the user has refused', async () => {
    const browser = new PushBrowser();
    browser.answer = 'denied';
    renderAt(paths.mySettings, member);
    await waitFor(async () => expect(await theSwitch()).toBeEnabled());
    await userEvent.click(await theSwitch());
    expect(await screen.findByText(/Allow them in the browser/)).toBeVisible();
    expect(await theSwitch()).toBeDisabled();
  });

  it('goes back, and says so, when the server does not take the subscription', async () => {
    const browser = new PushBrowser();
    server.use(http.post('*/api/register_web_push', () => new Response(null, { status: 500 })));
    renderAt(paths.mySettings, member);
    await waitFor(async () => expect(await theSwitch()).toBeEnabled());
    await userEvent.click(await theSwitch());
    expect(await screen.findByRole('alert')).toHaveTextContent('This did not work. Please try again later.');
    expect([browser.subscription, pushRecord()]).toEqual([null, null]);
  });

  it.each([
    ['a browser without push', undefined, /cannot be told of news/],
    ['a browser of iOS, where the app is not installed', 'iPhone', /Add to Home Screen/],
  ])('cannot be used in %s', async (_where, agent, hint) => {
    if (agent) vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
    renderAt(paths.mySettings, member);
    expect(await screen.findByText(hint)).toBeVisible();
    expect(await theSwitch()).toBeDisabled();
  });

  it('cannot be used where the server has no key', async () => {
    new PushBrowser();
    server.use(http.get('*/api/get_web_push_key', () => done({ public_key: '' })));
    renderAt(paths.mySettings, member);
    expect(await screen.findByText(/cannot be told of news/)).toBeVisible();
  });
});

describe('the line above the alerts', () => {
  it('is there while push is off, and stays away when it was put aside', async () => {
    new PushBrowser();
    const { router } = renderAt(paths.alerts, member);
    expect(await screen.findByRole('button', { name: 'Turn on' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await router.navigate(paths.feed);
    await router.navigate(paths.alerts);
    await screen.findByRole('heading', { name: 'Alerts' });
    expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull();
  });
});

describe('a device where push is on', () => {
  const started = (browser: PushBrowser, over: object = {}, key = serverKey) => {
    browser.permission = 'granted';
    const { endpoint } = browser.subscribed(key);
    writePushRecord({ account: member.ownerId, endpoint, at: Date.now(), ...over });
  };

  it('registers again once a day, and nothing in between', async () => {
    const browser = new PushBrowser();
    const before = Date.now() - 1000;
    started(browser, { at: before });
    renderAt(paths.mySettings, member);
    await waitFor(async () => expect(await theSwitch()).toBeChecked());
    expect(calls).toEqual([]);
    await browser.tell({ type: 'PUSH_SUBSCRIPTION_CHANGED' });
    await waitFor(() => expect(calls).toEqual(['register_web_push https://push.example/1']));
    await waitFor(() => expect(pushRecord()?.at).toBeGreaterThan(before));
  });

  it('registers a subscription that the browser has changed, and one for a new key of the server', async () => {
    const browser = new PushBrowser();
    started(browser, { at: 0 }, serverKey.replace('BAQE', 'BAQF'));
    renderAt(paths.mySettings, member);
    await waitFor(() => expect(calls).toEqual(['register_web_push https://push.example/2']));
    await waitFor(() => expect(pushRecord()?.endpoint).toBe('https://push.example/2'));
    expect(browser.asked).toBe(0);
  });

  it('ends the subscription of another account', async () => {
    const browser = new PushBrowser();
    started(browser, { account: 'somebody-else' });
    renderAt(paths.mySettings, member);
    await waitFor(() => expect(browser.subscription).toBeNull());
    expect([pushRecord(), calls]).toEqual([null, []]);
  });

  it('ends it when its user signs out', async () => {
    const browser = new PushBrowser();
    started(browser);
    server.use(http.get('*/api/sign_out', () => done({})));
    renderAt('/sign_out', member);
    await waitFor(() => expect([browser.subscription, pushRecord()]).toEqual([null, null]));
  });

  it('opens what a tapped notification leads to, and confirms it to the worker', async () => {
    const browser = new PushBrowser();
    const { place } = renderAt(paths.mySettings, member);
    await theSwitch();
    expect(await browser.tell({ type: 'OPEN', url: '/alerts' })).toBe(true);
    await waitFor(() => expect(place()).toBe('/alerts'));
  });

  it('counts what is unread on its icon, and takes notifications away when nothing is', async () => {
    const browser = new PushBrowser();
    renderAt(paths.mySettings, member);
    await theSwitch();
    await waitFor(() => expect(browser.badge).toBe(0));
    expect(browser.closed).toBeGreaterThan(0);
  });
});
