import { expect, test } from './fixtures';
import { actAs, seedAccount } from './seeded-people';

/** What is on the screen when a part of the app does not arrive. */

test('a page whose first script does not arrive says so, and loads when it is asked to', async ({ page }) => {
  // Scripts arrive from the second load on. The words appear while the page still asks for scripts of the first one, so
  // those requests must fail as well. The browser may ask once or twice for the app: for its preload, and its import.
  let loads = 0;
  let missed = 0;
  await page.route('**/*', async (route) => {
    const request = route.request();
    if (request.isNavigationRequest()) loads += 1;
    if (loads > 1 || !/\/assets\/[^/]*\.js$/.test(request.url())) return route.continue();
    await route.abort();
    if (/\/assets\/index-/.test(request.url())) missed += 1;
  });
  await page.goto('/feed');
  expect(missed).toBeGreaterThan(0);
  const words = page.getByText('Openhours has not loaded completely.');
  await expect(words).toBeVisible();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(words).toHaveCount(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('a page says what it needs', async ({ page }) => {
    await page.goto('/feed');
    // A selector by text looks past <noscript>.
    const needs = page.locator('noscript p').first();
    await expect(needs).toBeVisible();
    await expect(needs).toContainText('Openhours needs JavaScript.');
    await expect(page.locator('.first-words')).toBeHidden();
  });
});

test('a part that does not arrive is asked for again', { tag: '@long' }, async ({ page }) => {
  await page.goto('/feed');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  let refused = 0;
  await page.route('**/assets/search-*.js', (route) => (refused++ < 2 ? route.abort() : route.continue()));
  await page.getByRole('link', { name: 'Search', exact: true }).first().click();
  await expect(page).toHaveURL(/\/search/);
  await expect(page.getByRole('searchbox').first()).toBeVisible();
  expect(refused).toBeGreaterThan(2);
});

test(
  'a page that was rendered for a guest leaves no note to somebody who is signed in',
  { tag: '@long' },
  async ({ context, page, request }) => {
    await actAs(context, await seedAccount(request, 'Ivo Marek'));
    await context.clearCookies();
    await page.goto('/feed');
    await expect(page.getByRole('link', { name: 'Alerts' }).first()).toBeVisible();
    await expect(page.locator('.first-words')).toHaveCount(0);
  },
);
