import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, type APIRequestContext, type Browser, type Page } from './fixtures';
import { book, capture, guestLink, newGuest, pageOf, respond } from './bookings';
import { sizeNames } from './devices';
import { seedAccount, seedProvider } from './seeded-people';

/** The subscription feed, busy times of external calendars, and single appointments for the device's calendar. */

const feed = (page: Page) => page.getByRole('region', { name: 'Your appointments in your own calendar' });
const others = (page: Page) => page.getByRole('region', { name: 'Your other calendars' });
const addressOf = (page: Page) => feed(page).getByRole('textbox', { name: 'Address of your calendar' });
const dialogOf = (page: Page) => page.getByRole('dialog');

const stamp = (instant: Date) => instant.toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** Serves an external calendar with one busy hour tomorrow. */
function calendarText(): string {
  const start = new Date(Date.now() + 86_400_000);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Example//Example//EN',
    'BEGIN:VEVENT',
    'UID:busy@example.com',
    `DTSTAMP:${stamp(new Date())}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(new Date(start.getTime() + 3_600_000))}`,
    'SUMMARY:Dentist',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.join('\r\n')}\r\n`;
}

let server: Server;
let origin = '';
test.beforeAll(async () => {
  server = createServer((request, answer) => {
    if (request.url?.startsWith('/mine.ics')) answer.writeHead(200, { 'content-type': 'text/calendar' }).end(calendarText());
    else answer.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
test.afterAll(() => server.close());

/** Creates the feed address on the person's calendar tab, and returns both. */
async function subscribed(browser: Browser, request: APIRequestContext): Promise<[Page, string]> {
  const page = await pageOf(browser, await seedAccount(request, 'Ivo Marek'));
  await page.goto('/schedule_manager/upcoming_schedule?tab=calendar');
  await feed(page).getByRole('button', { name: 'Create the address' }).click();
  await expect(addressOf(page)).toHaveValue(/^https?:.*\.ics$/);
  return [page, await addressOf(page).inputValue()];
}

test('everybody can subscribe to their appointments', async ({ browser, request }) => {
  const [page, first] = await subscribed(browser, request);
  await feed(page).getByRole('button', { name: 'Copy' }).click();
  await expect(feed(page).getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  await expect(feed(page).getByRole('link', { name: 'Subscribe' })).toHaveAttribute('href', first.replace(/^https?:/, 'webcal:'));
  expect(await (await request.get(new URL(first).pathname)).text()).toContain('BEGIN:VCALENDAR');
  await capture(page, 'feed', sizeNames, feed(page));
});

test('the address is changed and ended, after asking', { tag: '@long' }, async ({ browser, request }) => {
  const [page, first] = await subscribed(browser, request);
  const path = new URL(first).pathname;
  await feed(page).getByRole('button', { name: 'New address' }).click();
  await expect(dialogOf(page).getByText('The old address stops working at once.')).toBeVisible();
  await capture(page, 'feed-reset');
  await dialogOf(page).getByRole('button', { name: 'New address' }).click();
  await expect(addressOf(page)).not.toHaveValue(first);
  expect((await request.get(path)).status()).toBe(404);
  await feed(page).getByRole('button', { name: 'Stop sharing' }).click();
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(addressOf(page)).toBeVisible();
  await feed(page).getByRole('button', { name: 'Stop sharing' }).click();
  await dialogOf(page).getByRole('button', { name: 'Stop sharing' }).click();
  await expect(feed(page).getByRole('button', { name: 'Create the address' })).toBeVisible();
});

test('a calendar that cannot be read is refused beside its address', { tag: '@long' }, async ({ browser, request }) => {
  const page = await pageOf(browser, await seedProvider(request, 'Nadia Kessler'));
  await page.goto('/appointment_booking_settings');
  await expect(others(page).getByText('No other calendar is read yet.')).toBeVisible();
  await others(page).getByRole('button', { name: 'Add this calendar' }).click();
  await expect(others(page).getByText('This Field cannot be empty')).toHaveCount(2);
  await others(page).getByLabel('Name').fill('Private');
  await others(page).getByLabel('Secret address (.ics)').fill('not an address');
  await others(page).getByRole('button', { name: 'Add this calendar' }).click();
  await expect(others(page).getByText('This is not the address of a calendar.').first()).toBeVisible();
  await others(page).getByLabel('Secret address (.ics)').fill(`${origin}/lost.ics`);
  await others(page).getByRole('button', { name: 'Add this calendar' }).click();
  await expect(others(page).getByLabel('Secret address (.ics)')).toHaveAttribute('aria-invalid', 'true');
  await expect(others(page).getByLabel('Name')).toHaveValue('Private');
  await capture(page, 'external-refused', sizeNames, others(page));
});

test('a provider adds another calendar, reads it again and removes it', async ({ browser, request }) => {
  const page = await pageOf(browser, await seedProvider(request, 'Nadia Kessler'));
  await page.goto('/appointment_booking_settings');
  await others(page).getByLabel('Name').fill('Private');
  await others(page).getByLabel('Secret address (.ics)').fill(`${origin}/mine.ics?key=abcdef`);
  await others(page).getByRole('button', { name: 'Add this calendar' }).click();
  const row = others(page).getByRole('listitem');
  await expect(row).toContainText('1 busy time');
  await expect(row).toContainText('Working');
  await expect(row).toContainText('127.0.0.1/…abcdef');
  await expect(others(page).getByLabel('Name')).toHaveValue('');
  await capture(page, 'external', sizeNames, others(page));
  await row.getByRole('button', { name: 'Read Private now' }).click();
  await expect(row).toContainText('Working');
  await row.getByRole('button', { name: 'Remove Private' }).click();
  await dialogOf(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(others(page).getByText('No other calendar is read yet.')).toBeVisible();
});

test(
  'an accepted appointment goes into the device’s calendar on both sides, and a guest’s',
  { tag: '@long' },
  async ({ browser, request }) => {
    const [provider, client, guest] = [await seedProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Ivo Marek'), newGuest()];
    for (const booking of [await book(request, provider, client), await book(request, provider, null, { guest })]) {
      await respond(request, provider, booking, 'accepted', 'https://meet.example.com/42');
    }
    const link = await guestLink(request, guest);
    for (const [person, path] of [
      [provider, '/schedule_manager/upcoming_schedule'],
      [client, '/schedule_manager/upcoming_schedule'],
      [null, link],
    ] as const) {
      const page = await pageOf(browser, person);
      await page.goto(path);
      if (person) await page.getByRole('button', { name: 'Review', exact: true }).first().click();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Add to device calendar' }).click();
      expect((await download).suggestedFilename()).toMatch(/\.ics$/);
    }
  },
);
