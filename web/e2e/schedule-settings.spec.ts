import { expect, test, type APIRequestContext, type Browser, type Page } from './fixtures';
import { capture, ownerIdOf, pageOf } from './bookings';
import { sizeNames } from './devices';
import { pick } from './people';
import { call, seedProvider } from './seeded-people';

/** The booking settings: notice, horizon and date overrides. */

const panel = (page: Page, name: string) => page.getByRole('region', { name });
const daysOff = (page: Page) => panel(page, 'Days off and special days');
const dialogOf = (page: Page) => page.getByRole('dialog');
const save = (page: Page) => page.getByRole('button', { name: 'Save business hours' }).click();
const saved = (page: Page) => page.getByText('Your business hours were saved');

/** A Monday, this many weeks after the next one: a working day on any day of the week. */
function monday(weeks: number, days = 0): string {
  const date = new Date();
  date.setUTCDate(date.getUTCDate() + ((8 - date.getUTCDay()) % 7 || 7) + 7 * weeks + days);
  return date.toISOString().slice(0, 10);
}

test('notice and horizon are chosen, and bind what is offered', async ({ browser, request }) => {
  const provider = await seedProvider(request, 'Nadia Kessler');
  const page = await pageOf(browser, provider);
  await page.goto('/appointment_booking_settings');
  await pick(page, 'Minimum notice', '3 days');
  await pick(page, 'Booking horizon', '7 days');
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await capture(page, 'settings-rules', sizeNames, panel(page, 'How soon and how far ahead'));
  await save(page);
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Minimum notice' })).toHaveValue('3 days');
  await expect(page.getByRole('combobox', { name: 'Booking horizon' })).toHaveValue('7 days');
  const [from, to] = [0, 40].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
  const { days } = await call<{ days: { date: string; slots: unknown[] }[] }>(
    request,
    `get_available_slots?provider_id=${ownerIdOf(provider)}&from=${from}&to=${to}&timezone=Europe/Berlin`,
    null,
  );
  const open = days.filter(({ slots }) => slots.length > 0).map(({ date }) => date);
  expect(open.length).toBeGreaterThan(0);
  expect(open.length).toBeLessThanOrEqual(6);
});

async function settings(browser: Browser, request: APIRequestContext): Promise<Page> {
  const page = await pageOf(browser, await seedProvider(request, 'Nadia Kessler'));
  await page.goto('/appointment_booking_settings');
  await expect(daysOff(page).getByText('Every day follows the week above.')).toBeVisible();
  return page;
}

/** Adds a closed override that starts on the given day. */
async function addDaysOff(page: Page, first: string, last: string): Promise<void> {
  await daysOff(page).getByRole('button', { name: 'Add days' }).click();
  await dialogOf(page).getByLabel('First day').fill(first);
  await dialogOf(page).getByLabel('Last day').fill(last);
  await dialogOf(page).getByRole('button', { name: 'Add', exact: true }).click();
}

test('days off are given by their first and last day', { tag: '@long' }, async ({ browser, request }) => {
  const page = await settings(browser, request);
  await daysOff(page).getByRole('button', { name: 'Add days' }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('First day').fill(monday(1));
  await expect(dialog.getByLabel('Last day')).toHaveValue(monday(1));
  await dialog.getByLabel('Last day').fill(monday(0));
  await expect(dialog.getByText('The last day comes before the first')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
  await dialog.getByLabel('Last day').fill(monday(1, 4));
  await dialog.getByLabel('Note for yourself').fill('Ski holiday');
  await capture(page, 'settings-day-off');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(daysOff(page).getByRole('listitem')).toContainText('Closed · Ski holiday');
});

test('a day can have hours of its own', { tag: '@long' }, async ({ browser, request }) => {
  const page = await settings(browser, request);
  await daysOff(page).getByRole('button', { name: 'Add days' }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('First day').fill(monday(3));
  await dialog.getByText('Own hours').click();
  await dialog.getByLabel('From', { exact: true }).fill('18');
  await dialog.getByLabel('To', { exact: true }).fill('20:00');
  await capture(page, 'settings-own-hours');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(daysOff(page).getByRole('listitem')).toContainText('18:00 – 20:00');
  await save(page);
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(daysOff(page).getByRole('listitem')).toContainText('18:00 – 20:00');
});

test('days off are changed and removed, and stay so', { tag: '@long' }, async ({ browser, request }) => {
  const page = await settings(browser, request);
  await addDaysOff(page, monday(1), monday(1, 4));
  await addDaysOff(page, monday(3), monday(3));
  await capture(page, 'settings-days', sizeNames, daysOff(page));
  await daysOff(page)
    .getByRole('button', { name: /^Change/ })
    .first()
    .click();
  await dialogOf(page).getByLabel('Note for yourself').fill('Snow');
  await dialogOf(page).getByRole('button', { name: 'Change', exact: true }).click();
  await expect(daysOff(page).getByRole('listitem').first()).toContainText('Closed · Snow');
  await daysOff(page)
    .getByRole('button', { name: /^Remove/ })
    .nth(1)
    .click();
  await save(page);
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(daysOff(page).getByRole('listitem')).toHaveText(/\d.*–.*\d.*Closed · Snow/);
});

test(
  'days that stand in two entries, or hours that cannot be, are refused beside the list',
  { tag: '@long' },
  async ({ browser, request }) => {
    const page = await settings(browser, request);
    for (const end of [monday(1, 2), monday(1, 4)]) await addDaysOff(page, monday(1), end);
    await expect(daysOff(page).getByRole('alert')).toContainText(/\d/);
    await save(page);
    await expect(page.getByText('Some hours could not be saved.')).toBeVisible();
    await capture(page, 'settings-refused', sizeNames, daysOff(page));
    await daysOff(page)
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await expect(daysOff(page).getByRole('alert')).toHaveCount(0);
  },
);
