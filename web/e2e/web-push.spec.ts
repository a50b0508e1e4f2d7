import { expect, test, type Browser, type Page } from './fixtures';
import { bookableProvider, panel, pressTime, toDay, toTimes } from './bookable';
import { book, respond } from './bookings';
import { openDevice } from './devices';
import { AppWorker, PushService, subscribeTo } from './push-service';
import { actAs, call, seedAccount, type SeededPerson } from './seeded-people';

/**
 * Push in the browser (product.md 5.4), from the tap that asks for it over the server's encrypted message to the tap on the
 * notification. The test stands between push service and browser: the DevTools protocol delivers what the server sent.
 */

const service = new PushService();
test.beforeAll(() => service.start());
test.afterAll(() => service.stop());

async function pageOf(browser: Browser, person: SeededPerson): Promise<Page> {
  const context = await openDevice(browser, 'desktop', { serviceWorkers: 'allow', permissions: ['notifications'] });
  await actAs(context, person);
  await subscribeTo(context, service);
  return context.newPage();
}

/** The next message that the server pushes; those of before are skipped. */
async function pushed(about: string): Promise<string> {
  await expect.poll(() => service.messages.find((message) => message.includes(about))).toBeTruthy();
  return service.messages.find((message) => message.includes(about)) ?? '';
}

test(
  'a client is told when a request is accepted, and a provider answers from the notification',
  { tag: '@between-processes' },
  async ({ browser, request }) => {
    const provider = await bookableProvider(request, 'Nadia Kessler');
    const client = await seedAccount(request, 'Grace Wanjiru');
    const page = await pageOf(browser, client);
    await page.goto(`/p/${provider.username}`);
    await toTimes(page, [/Back relief plan/], 'In person');
    await toDay(page, 2);
    await pressTime(page, 0);
    await panel.next(page, 'Complete booking').click();
    await panel.next(page, 'Confirm booking').click();
    await expect(panel.sent(page)).toBeVisible();

    expect(await page.evaluate(() => Notification.permission), 'nothing is asked before a tap').toBe('default');
    await page.getByRole('button', { name: 'Tell me when it is accepted' }).click();
    await expect(page.getByText('You will be told on this device, even when Openhours is closed.')).toBeVisible();
    const worker = await AppWorker.of(page);

    await page.goto('about:blank');
    const { bookings_list } = await call<{ bookings_list: { order: { order_id: string }[] } }>(
      request,
      'get_booking_info',
      null,
      provider.granted.access_token,
    );
    const orderId = bookings_list.order[0]?.order_id ?? '';
    await respond(request, provider, { order_id: orderId } as Parameters<typeof respond>[2], 'accepted');
    await worker.deliver(await pushed('order_accepted'));
    await expect
      .poll(async () => (await worker.shown()).map(({ body }) => body))
      .toEqual([expect.stringMatching(/^Nadia Kessler accepted Back relief plan/)]);
    await expect.poll(() => worker.badge()).toBe(1);

    await page.goto('/feed');
    await expect(page.getByRole('main')).toBeVisible();
    await worker.deliver(JSON.stringify({ ...(JSON.parse(await pushed('order_accepted')) as object), topic: 'another' }));
    await worker.tap();
    await expect(page).toHaveURL(new RegExp(`/schedule_manager/upcoming_schedule\\?dialog=booking&booking=${orderId}`));
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await worker.shown(), 'a window is looking').toEqual([]);
  },
);

test(
  'a provider turns push on in the settings, and Accept answers by one tap',
  { tag: '@between-processes' },
  async ({ browser, request }) => {
    const provider = await bookableProvider(request, 'Nadia Kessler');
    const client = await seedAccount(request, 'Grace Wanjiru');
    const page = await pageOf(browser, provider);
    await page.goto('/my_settings');
    const here = page.getByRole('switch', { name: 'Notifications on this device' });
    await expect(here).toBeEnabled();
    await here.click({ force: true });
    await expect(here).toBeChecked();
    await expect(page.getByRole('switch', { name: 'Appointments: Push' })).toBeChecked();
    const worker = await AppWorker.of(page);
    await page.goto('about:blank');

    const booking = await book(request, provider, client, { mode: 'in-person' });
    await worker.deliver(await pushed(booking.order_id));
    await expect.poll(() => worker.shown()).toHaveLength(1);
    const opened = await worker.tap('accept');
    expect(await worker.shown()).toEqual([]);
    await page.goto(opened ?? '');
    await expect(page.getByRole('dialog').getByText('The appointment is official. Both of you have it by mail.')).toBeVisible();
    await expect(page).not.toHaveURL(/answer=|key=/);
  },
);
