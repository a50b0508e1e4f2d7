import { randomUUID } from 'node:crypto';
import { expect, test, type APIRequestContext } from './fixtures';
import { flowSizes, capture } from './screenshots';
import { deviceOf } from './people';
import { actAs, seedProvider, type SeededPerson } from './seeded-people';

for (const size of flowSizes) {
  test(`hours show their slots while they are typed (${size})`, { tag: '@long' }, async ({ browser, request }) => {
    const person = await seedProvider(request, 'Nadia Kessler');
    const page = await deviceOf(browser, size);
    await actAs(page.context(), person);
    await page.goto('/appointment_booking_settings');
    const tuesday = page.getByRole('group', { name: 'Tuesday' });
    await expect(tuesday.getByText('12 slots').first()).toBeVisible();
    if (size === 'phone')
      await page.getByRole('group', { name: 'Monday' }).getByRole('button', { name: 'Hide the hours of Monday' }).click();
    await tuesday.getByRole('button', { name: 'Edit the hours of Tuesday' }).click();
    await tuesday.getByLabel('Slot length (min)').fill('110');
    await tuesday.getByLabel('Break (min)').fill('10');
    await expect(tuesday.getByText('4 slots').first()).toBeVisible();
    await tuesday.getByRole('button', { name: 'Add time off' }).click();
    await expect(tuesday.getByText('3 slots').first()).toBeVisible();
    await capture(page, `hours-typed-${size}`);

    await tuesday.getByLabel('To', { exact: true }).fill('8');
    await expect(tuesday.getByText('The end time must be after the start time')).toBeVisible();
    await capture(page, `hours-wrong-${size}`);
    await tuesday.getByLabel('To', { exact: true }).fill('17');
    await expect(tuesday.getByText('3 slots').first()).toBeVisible();

    await tuesday.getByRole('button', { name: 'Copy to other days: Tuesday' }).click();
    const copy = page.getByRole('dialog', { name: 'Copy the hours of Tuesday' });
    await copy.getByRole('checkbox', { name: 'All open days' }).check();
    await capture(page, `hours-copy-${size}`);
    await copy.getByRole('button', { name: /^Copy to/ }).click();
    await expect(page.getByRole('group', { name: 'Friday' }).getByText('3 slots')).toBeVisible();

    await tuesday.getByText('Custom slots').click();
    await tuesday.getByRole('button', { name: 'Add a slot' }).click();
    await tuesday.getByLabel('Name').fill('Early class');
    await expect(tuesday.getByText('1 slot', { exact: true }).first()).toBeVisible();
    await capture(page, `hours-custom-${size}`);
    await tuesday.getByText('Quota').click();
    await page.getByRole('button', { name: 'Save business hours' }).click();
    await expect(page.getByText('Your business hours were saved')).toBeVisible();
  });
}

/** Creates four providers with a made-up surname that no other provider has. */
async function town(request: APIRequestContext): Promise<{ mark: string; people: SeededPerson[] }> {
  const mark = `Zel${Array.from(randomUUID().slice(0, 6), (digit) => 'bcdfghklmn'[parseInt(digit, 16) % 10]).join('')}ova`;
  const people: SeededPerson[] = [];
  for (const first of ['Nadia', 'Samira', 'Jonas', 'Lucia']) people.push(await seedProvider(request, `${first} ${mark}`));
  return { mark, people };
}

for (const size of flowSizes) {
  test(`providers are found by words, also mistyped ones, and narrowed by filters (${size})`, async ({ browser, request }) => {
    const { mark } = await town(request);
    const page = await deviceOf(browser, size);
    await page.goto('/search');
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.getByRole('searchbox').fill(mark);
    await expect(page.getByText('4 providers')).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(4);
    await expect(page).toHaveURL(new RegExp(`q=${mark}$`));
    await expect(page.getByRole('link', { name: /Next free/ }).first()).toBeVisible();
    await capture(page, `search-found-${size}`);

    await page.getByRole('button', { name: 'Industry', exact: true }).click();
    const options = page.getByRole('dialog', { name: 'Industry' });
    await expect(options.getByRole('button', { name: /^Wellness/ })).toContainText('4');
    await capture(page, `search-filter-${size}`);
    await options.getByRole('button', { name: /^Wellness/ }).click();
    await expect(page).toHaveURL(/category=wellness/);
    await page.getByRole('button', { name: 'Available on', exact: true }).click();
    const days = page.getByRole('dialog', { name: 'Available on' });
    await capture(page, `search-day-${size}`);
    // No provider is open on Sundays.
    await days
      .getByRole('button')
      .filter({ hasText: /^(Mon|Tue|Wed|Thu|Fri|Sat)\b/ })
      .first()
      .click();
    await expect(page).toHaveURL(/available_on=/);
    await expect(page.getByRole('article')).toHaveCount(4);
    await capture(page, `search-narrowed-${size}`);
    await page.goBack();
    await expect(page).toHaveURL(/category=wellness$/);
    await expect(page.getByRole('article')).toHaveCount(4);

    await page.getByRole('button', { name: 'Price', exact: true }).click();
    await page.getByLabel('At most').fill('0');
    await capture(page, `search-price-${size}`);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('searchbox').fill('qqqq xyzzy');
    await expect(page.getByText('Nobody fits this yet.')).toBeVisible();
    await capture(page, `search-empty-${size}`);
    await page.getByRole('main').getByRole('button', { name: 'Clear all' }).last().click();
    await expect(page).toHaveURL(/\/search$/);

    // The name is mistyped: one letter is missing.
    await page.getByRole('searchbox').fill(mark.slice(0, 4) + mark.slice(5));
    await expect(page).toHaveURL(/q=/);
    await expect(page.getByText(`Showing results for ${mark.toLowerCase()}`)).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(4);
    await capture(page, `search-typo-${size}`);
    await page.getByRole('article').first().getByRole('link').first().click();
    await expect(page).toHaveURL(/\/p\//);
    await page.goBack();
    await expect(page.getByRole('article').filter({ hasText: mark })).toHaveCount(4);
  });
}

test('a page that is opened without a connection says so, and has its style sheets once that is back', async ({ browser, request }) => {
  const person = await seedProvider(request, 'Nadia Kessler');
  const page = await deviceOf(browser, 'phone');
  await page.goto(`/p/${person.username}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText(/^You’re offline/)).toBeVisible();
  // The scripts are there, from an earlier visit; the style sheets are not.
  await page.route(/\.css$/, (route) => route.abort());
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Search', exact: true }).first().click();
  await page.waitForEvent('requestfailed', { predicate: (failed) => failed.url().endsWith('.css') });
  await page.unroute(/\.css$/);
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await expect(page.getByText(/^You’re offline/)).toBeHidden();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('main').locator('ul').first()).toHaveCSS('list-style-type', 'none');
});
