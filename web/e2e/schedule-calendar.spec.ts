import type { Locator } from '@playwright/test';
import { expect, longUnless, test, type APIRequestContext, type Browser, type Page } from './fixtures';
import { book, capture, changeShownBookings, pageOf, past, respond } from './bookings';
import { resize, sizes, type SizeName } from './devices';
import { expectAsWideAsScreen } from './in-place';
import { seedAccount, seedProvider } from './seeded-people';

/** The calendar of the schedule: four views, each session in the colour of its status. */

const calendarOf = (page: Page) => page.getByRole('region', { name: 'Calendar of appointments' });
const blue = 'rgb(29, 102, 193)';
const orange = 'rgb(184, 83, 9)';

/** The colour on which an event of the calendar is written. */
const paintOf = (event: Locator) =>
  event.evaluate((one) =>
    [one, ...one.querySelectorAll('*')]
      .map((part) => getComputedStyle(part).backgroundColor)
      .find((colour) => colour !== 'rgba(0, 0, 0, 0)'),
  );
const LINK = 'https://meet.example.com/room/42';

test('every session of a booking is an event of its own', { tag: '@long' }, async ({ browser, request }) => {
  const [provider, client] = [await seedProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Ivo Marek')];
  const booking = await book(request, provider, client, { sessions: 3 });
  const page = await pageOf(browser, provider);
  await page.goto('/schedule_manager/pending_requests?tab=calendar');
  const calendar = calendarOf(page);
  await expect(calendar).toBeVisible();
  const starts = (JSON.parse(booking.session_time) as { provider_start_time: string }[]).map((one) => one.provider_start_time);
  expect(starts).toHaveLength(3);
  // The three days may fall into two months.
  const seen = new Set<string>();
  for (let month = 0; month < 2; month += 1) {
    for (const title of await calendar.getByText(/^Ivo Marek \(\d\/3\)/).allTextContents()) seen.add(title.split(' · ')[0] ?? '');
    await calendar.getByRole('button', { name: 'Next' }).click();
  }
  expect([...seen].sort()).toEqual(['Ivo Marek (1/3)', 'Ivo Marek (2/3)', 'Ivo Marek (3/3)']);
});

/** Noon of today in the browser's time zone, whose date may differ from this machine's. */
const noonToday = (): number =>
  Date.parse(`${new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin', dateStyle: 'short' }).format(new Date())}T11:00:00Z`);

/** An hour of today that every view shows on any weekday. */
async function bookedToday(browser: Browser, request: APIRequestContext, size: SizeName = 'desktop'): Promise<Page> {
  const [provider, client] = [await seedProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Ivo Marek')];
  await respond(request, provider, await book(request, provider, client), 'accepted', LINK);
  const page = await pageOf(browser, provider, size);
  const noon = noonToday();
  const [start, end] = [new Date(noon).toISOString(), new Date(noon + 1_800_000).toISOString()];
  await changeShownBookings(page, (row) => ({ ...row, provider_start_time: start, provider_end_time: end, session_time: '[]' }));
  await page.goto('/schedule_manager/upcoming_schedule?tab=calendar');
  if (size === 'desktop') await expect(calendarOf(page)).toBeVisible();
  return page;
}

for (const view of ['Month', 'Week', 'Day', 'List']) {
  test(`the calendar shows a ${view.toLowerCase()}`, longUnless(view === 'Month'), async ({ browser, request }) => {
    const page = await bookedToday(browser, request);
    await calendarOf(page).getByRole('tab', { name: view, exact: true }).click();
    await expect(calendarOf(page).getByText('Ivo Marek').first()).toBeVisible();
    await capture(page, `calendar-${view.toLowerCase()}`);
    // It is overdue in the afternoon.
    if (view === 'Month') expect([blue, orange]).toContain(await paintOf(calendarOf(page).getByRole('button', { name: /Ivo Marek/ })));
    // A phone begins with a list by day, and has the other views too.
    await resize(page, sizes.phone);
    await expect(calendarOf(page)).toHaveCount(0);
    await expect(page.getByRole('listitem').getByRole('button', { name: /Ivo Marek/ })).toBeVisible();
    await resize(page, sizes.desktop);
    await expect(calendarOf(page).getByRole('tab', { name: view, exact: true })).toHaveAttribute('aria-selected', 'true');
  });
}

test('a phone begins with a list by day, and has month, week and day too', async ({ browser, request }) => {
  const page = await bookedToday(browser, request, 'phone');
  await expect(page.getByRole('listitem').getByRole('button', { name: /Ivo Marek/ })).toBeVisible();
  for (const view of ['Month', 'Week', 'Day']) {
    await page.getByRole('radiogroup', { name: 'Calendar of appointments' }).getByText(view, { exact: true }).click();
    await expect(calendarOf(page).getByRole('button', { name: /Ivo Marek/ })).toBeVisible();
    await expectAsWideAsScreen(page);
    await capture(page, `calendar-phone-${view.toLowerCase()}`);
  }
});

test('the calendar is as it was after a while on a small screen', { tag: '@long' }, async ({ browser, request }) => {
  const page = await bookedToday(browser, request);
  const calendar = calendarOf(page);
  await calendar.getByRole('tab', { name: 'Week', exact: true }).click();
  const title = calendar.getByRole('heading', { level: 2 });
  const thisWeek = await title.textContent();
  await calendar.getByRole('button', { name: 'Next' }).click();
  await expect(title).not.toHaveText(thisWeek ?? '');
  const nextWeek = await title.textContent();
  await resize(page, sizes.phone);
  await expect(calendar).toHaveCount(0);
  await resize(page, sizes.desktop);
  await expect(calendar.getByRole('tab', { name: 'Week', exact: true })).toHaveAttribute('aria-selected', 'true');
  await expect(title).toHaveText(nextWeek ?? '');
});

test('one walks through time, and opens a booking by keyboard', { tag: '@long' }, async ({ browser, request }) => {
  const page = await bookedToday(browser, request);
  const calendar = calendarOf(page);
  const forth = calendar.getByRole('button', { name: 'Next' });
  const back = calendar.getByRole('button', { name: 'Previous' });
  // Two months ahead, because the next month's page starts with the last days of this month.
  for (const step of [forth, forth]) await step.click();
  await expect(calendar.getByText('Ivo Marek')).toHaveCount(0);
  for (const step of [back, back]) await step.click();
  await expect(calendar.getByText('Ivo Marek')).toBeVisible();
  for (const step of [forth, forth]) await step.click();
  await calendar.getByRole('button', { name: 'Today' }).click();
  await expect(calendar.getByText('Ivo Marek')).toBeVisible();
  await calendar.getByRole('button', { name: /Ivo Marek/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText('Review appointment')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\?tab=calendar$/);
});

test('the day stands beside the lists, and opens what it names', { tag: '@long' }, async ({ browser, request }) => {
  const page = await bookedToday(browser, request);
  await page.getByRole('tab', { name: 'All' }).click();
  await expect(page.getByRole('article')).toContainText('Ivo Marek');
  await expect(calendarOf(page)).toBeVisible();
  const today = page.getByRole('region', { name: 'Today' });
  await today
    .getByRole('listitem')
    .getByRole('button', { name: /^Ivo Marek/ })
    .click();
  await expect(page.getByRole('dialog')).toContainText('Ivo Marek');
  await page.keyboard.press('Escape');
  await capture(page, 'schedule-today');
  await resize(page, sizes.phone);
  await expect(calendarOf(page)).toHaveCount(0);
});

test(
  'each status has its colour, a provider sees that of the service too, and cancelled ones can be hidden',
  { tag: '@long' },
  async ({ browser, request }) => {
    const provider = await seedProvider(request, 'Nadia Kessler');
    const client = await seedAccount(request, 'Ivo Marek');
    const statuses = ['accepted', 'pending', 'cancelled'];
    const orders: string[] = [];
    while (orders.length < statuses.length) orders.push((await book(request, provider, client)).order_id);
    const page = await pageOf(browser, provider);
    await changeShownBookings(page, (row) => {
      const place = orders.indexOf(String(row['order_id']));
      // One day per booking, from the tenth of this month on, of which the page takes the twelfth for today.
      const day = new Date();
      day.setDate(13 + place);
      day.setHours(12, 0, 0, 0);
      const time = { provider_start_time: day.toISOString(), provider_end_time: new Date(day.getTime() + 1_800_000).toISOString() };
      const services = JSON.stringify([
        { service_id: place === 1 ? 'another' : 'one', service: place === 1 ? 'Reading' : 'Massage', duration: 30, cost: 0 },
      ]);
      return past(row, { ...time, services, request_status: statuses[place] ?? '', name: statuses[place] ?? '' });
    });
    await page.clock.setFixedTime(new Date(new Date().getFullYear(), new Date().getMonth(), 12, 0, 0));
    await page.goto('/schedule_manager/upcoming_schedule?tab=calendar');
    const calendar = calendarOf(page);
    const event = (name: string) => calendar.getByRole('button', { name: new RegExp(name) });
    const paint = (name: string) => paintOf(event(name));
    await expect(event('accepted · Massage')).toBeVisible();
    await expect(event('pending · Reading · pending')).toBeVisible();
    await expect(event('cancelled · Massage · cancelled')).toBeVisible();
    expect([await paint('accepted'), await paint('pending'), await paint('cancelled')]).toEqual([
      blue,
      'rgb(74, 79, 83)',
      'rgb(17, 22, 20)',
    ]);
    const edge = (name: string) => event(name).evaluate((one) => getComputedStyle(one).borderInlineStartColor);
    expect(await edge('accepted')).toEqual(await edge('cancelled'));
    expect(await edge('accepted')).not.toEqual(await edge('pending'));
    await page.getByRole('switch', { name: 'Colour by service' }).click();
    await expect.poll(() => paint('accepted')).not.toBe(blue);
    expect(await paint('cancelled')).toEqual(await paint('accepted'));
    await page.getByRole('switch', { name: 'Show cancelled ones' }).click();
    await expect(event('cancelled')).toHaveCount(0);
    await expect(calendar.getByRole('list', { name: 'Colours of the services' }).getByRole('listitem')).toHaveText(['Massage', 'Reading']);
    await capture(page, 'calendar-colours');
  },
);
