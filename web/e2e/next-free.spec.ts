import { randomUUID } from 'node:crypto';
import { expect, test, type APIRequestContext } from './fixtures';
import { bookableProvider, panel, visitor } from './bookable';
import { captureSizes } from './screenshots';
import { call, seedAccount, type SeededPerson } from './seeded-people';

/** A time of several slots in few taps: the next free one, or a run in the strip of days (product.md 4.2). */

const HALF_HOUR = 30 * 60_000;

/** Adds a service of 90 minutes: three of the provider's slots. */
async function withMassage(request: APIRequestContext, name = 'Nadia Kessler'): Promise<SeededPerson> {
  const provider = await bookableProvider(request, name);
  const massage = {
    iv_service: 'Long massage',
    iv_duration: '90',
    iv_cost: '80',
    iv_currency: 'EUR-DE',
    iv_delivery_mode: 'remote',
    iv_brief: '',
  };
  await call(
    request,
    'update_account_services',
    { iv_action: 'service_create', iv_service_id: 'none', ...massage, iv_device_data: '{}' },
    provider.granted.access_token,
  );
  return provider;
}

/** The starts of the client's only request, from the server. */
async function orderedStarts(request: APIRequestContext, client: SeededPerson): Promise<number[]> {
  const answer = await request.get('/api/get_booking_info', { headers: { authorization: `Bearer ${client.granted.access_token}` } });
  const { data } = (await answer.json()) as { data: { bookings_list: { request: { session_time: string }[] } } };
  const sessions = JSON.parse(data.bookings_list.request[0]?.session_time ?? '[]') as { provider_start_time: string }[];
  return sessions.map((session) => Date.parse(session.provider_start_time)).sort();
}

const halfHoursFrom = (start: string | null) => [0, 1, 2].map((nth) => Date.parse(start ?? '') + nth * HALF_HOUR);

test('the next free time in the search is long enough for its service, and opens the booking there', async ({ browser, request }) => {
  const mark = `Quell${Array.from(randomUUID().slice(0, 6), (digit) => 'bcdfghklmn'[parseInt(digit, 16) % 10]).join('')}`;
  await withMassage(request, `Nadia ${mark}`);
  const client = await seedAccount(request, 'Ivo Marek');
  const page = await visitor(browser, client, { size: 'phone' });
  await page.goto(`/search?q=long+massage+${mark}`);
  const pill = page.getByRole('link', { name: /^Next free for Long massage: / });
  await expect(pill).toBeVisible();
  await pill.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Your request' })).toBeVisible();
  await expect(dialog.locator('[data-session]')).toHaveCount(1);
  await panel.next(page, 'Confirm booking').click();
  await expect(panel.sent(page)).toBeVisible();
  const starts = await orderedStarts(request, client);
  expect(starts.map((start) => start - (starts[0] ?? 0))).toEqual([0, HALF_HOUR, 2 * HALF_HOUR]);
});

test(
  '90 minutes of half-hour slots are booked by the next free time, and by one tap on a run',
  { tag: '@long' },
  async ({ browser, request }) => {
    const provider = await withMassage(request);
    const clients = [await seedAccount(request, 'Ivo Marek'), await seedAccount(request, 'Mei Tanaka')] as const;
    const [quick, choosing] = [
      await visitor(browser, clients[0], { size: 'phone' }),
      await visitor(browser, clients[1], { size: 'phone' }),
    ];
    const toTimes = async (page: typeof quick) => {
      await page.goto(`/p/${provider.username}`);
      await panel.mode(page, 'Long massage').click();
      await panel.mode(page, 'Remote').click();
      await panel.next(page, 'Book session').click();
    };

    // One tap between the services and the summary.
    await toTimes(quick);
    const soonest = quick.locator('[data-next]');
    await expect(soonest).toHaveCount(3);
    await expect(soonest.first()).toHaveText(/^(Today|Tomorrow) \d+:\d\d$/);
    await captureSizes(quick, 'booking-next-free', ['desktop', 'phone']);
    // The second time is on a later day. The first may be today's, and begin while the test runs.
    const start = await soonest.nth(1).getAttribute('data-next');
    await soonest.nth(1).click();
    await expect(quick.locator('[data-session]')).toHaveCount(1);
    await panel.next(quick, 'Confirm booking').click();
    await expect(panel.sent(quick)).toBeVisible();
    expect(await orderedStarts(request, clients[0])).toEqual(halfHoursFrom(start));

    // In the strip, a start takes three slots, a tap on one of them lets all go.
    await toTimes(choosing);
    await expect(choosing.locator(`[data-next="${start}"]`)).toHaveCount(0);
    const strip = choosing.getByRole('region', { name: 'Pick a day' });
    await panel.days(choosing).nth(3).click();
    await strip.locator('[data-date]:focus').press('ArrowRight');
    await strip.locator('[data-date]:focus').press('Enter');
    await expect(panel.time(choosing, (await panel.times(choosing).last().getAttribute('data-start')) ?? '')).toBeDisabled();
    const chosen = choosing.locator('[data-start][aria-pressed="true"]');
    const ten = panel.times(choosing).nth(2);
    await ten.click();
    await expect(chosen).toHaveCount(3);
    await panel.times(choosing).nth(3).click();
    await expect(chosen).toHaveCount(0);
    await expect(panel.next(choosing, 'Complete booking')).toBeDisabled();
    await ten.click();
    await expect(choosing.getByRole('button', { name: /^Remove .*10:00.*11:30/ })).toHaveCount(1);
    await captureSizes(choosing, 'booking-run', ['desktop', 'phone']);
    const second = await ten.getAttribute('data-start');
    await panel.next(choosing, 'Complete booking').click();
    await panel.next(choosing, 'Confirm booking').click();
    await expect(panel.sent(choosing)).toBeVisible();
    expect(await orderedStarts(request, clients[1])).toEqual(halfHoursFrom(second));
  },
);
