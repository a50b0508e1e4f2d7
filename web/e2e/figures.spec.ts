import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures';
import { book, pageOf, respond } from './bookings';
import { openDevice } from './devices';
import { captureSizes } from './screenshots';
import { seedAccount, seedProvider } from './seeded-people';

const PERSON = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

test('a provider sees what was booked, who looked at the page, and downloads the figures', async ({ browser, request }) => {
  const [provider, client] = [await seedProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Zoë Čapková')];
  const booking = await book(request, provider, client);
  await respond(request, provider, booking, 'accepted', 'https://meet.example.com/room/42');
  const visitor = await (await openDevice(browser, 'desktop', { userAgent: PERSON })).newPage();
  const told = visitor.waitForResponse('**/api/count_page_view');
  await visitor.goto(`/p/${provider.username}`);
  expect((await told).ok()).toBe(true);
  const page = await pageOf(browser, provider);
  await page.goto('/figures?range=year');
  const figure = (label: string) => page.locator('dl > div').filter({ has: page.locator('dt', { hasText: label }) });
  // Views are written every few seconds.
  await expect(async () => {
    await page.reload();
    await expect(figure('Page views')).toContainText('1', { timeout: 2_000 });
  }).toPass();
  await expect(figure('Requests received').locator('dd').first()).toHaveText('1');
  await expect(page.locator('.recharts-bar-rectangle').first()).toBeAttached();
  await captureSizes(page, 'figures', undefined, figure('Bookings'));
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^openhours-figures-\d{4}-01-01-\d{4}-12-31\.csv$/);
  expect((await readFile(await file.path(), 'utf8')).startsWith('\ufefffrom,bookings,')).toBe(true);
});
