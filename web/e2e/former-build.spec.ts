import { expect, test } from './fixtures';
import { visitor } from './bookable';
import { seedAccount } from './seeded-people';

test('an open page of a former build keeps what is typed, and loads anew where nothing is', async ({ browser, request }) => {
  const page = await visitor(browser, await seedAccount(request, 'Ivo Marek'), { size: 'phone' });
  await page.goto('/user_request');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // An upgrade, as the open page meets it: another entry script is named, and what it has not loaded yet is gone.
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
  await page.route('**/index.html', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace(/[^"]+(?=" data-entry)/, '/assets/newer.js') });
  });

  await page.getByLabel('Your message').fill('Half a thought');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const missing = page.getByRole('alert').filter({ hasText: 'This part did not load.' });
  await expect(missing).toBeVisible();
  await expect(page.getByLabel('Your message')).toHaveValue('Half a thought');

  // With nothing typed the page is loaded anew, with the new build.
  await page.getByLabel('Your message').fill('');
  const reloaded = page.waitForEvent('domcontentloaded', { timeout: 30_000 });
  await page.route('**/user_request', async (route) => {
    await page.unroute('**/assets/**');
    await route.continue();
  });
  await missing.getByRole('button', { name: 'Try again' }).click();
  await reloaded;
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
