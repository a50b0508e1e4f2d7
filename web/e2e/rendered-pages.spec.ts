import { expect, longUnless, test, type Page } from './fixtures';
import { bookableProvider } from './bookable';
import { deviceOptions, sizeNames } from './devices';
import { pictureOf, publishPost } from './posts';
import type { SeededPerson } from './seeded-people';

/*
 * Public pages that the server rendered: they are read without script, the app takes them over without a jump, and nothing
 * that came with them is fetched again.
 */

let provider: SeededPerson;
let postId: string;

test.beforeAll(async ({ request }) => {
  provider = await bookableProvider(request, 'Ada Render');
  postId = await publishPost(request, provider, 'Bread of the day', { pictures: [await pictureOf(request, provider)] });
});

/** Notes each call to the API by its address, and what goes wrong. Without the socket, whose news make lists be fetched again. */
async function watch(page: Page) {
  await page.route('**/socket.io/**', (route) => route.abort());
  await page.routeWebSocket('**/socket.io/**', (socket) => void socket.close());
  const calls: string[] = [];
  const troubles: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname + search);
  });
  page.on('pageerror', (error) => troubles.push(`${error.name} ${error.message}`));
  const doubled = () => calls.filter((call, at) => calls.indexOf(call) !== at);
  return { calls, troubles, doubled };
}

const isTakenOver = (page: Page) =>
  page.evaluate(() => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')));

/** The greatest sum of shifts that is no jump. */
const noJump = 0.02;

for (const size of sizeNames) {
  test.describe(size, longUnless(size === 'phone'), () => {
    test.use(deviceOptions(size));

    for (const [what, pathOf, fetched] of [
      ['landing page', () => '/', []],
      ['feed', () => '/feed', []],
      ['search', () => '/search', ['/api/get_next_free_slots']],
      ['provider', () => `/p/${provider.username}`, ['/api/get_available_slots', '/api/get_next_free_slots', '/api/count_page_view']],
      ['post', () => `/post/${postId}`, ['/api/get_feed_post_comment_and_repost_history']],
    ] as const) {
      test(`the ${what} is taken over as it is, and asks for nothing twice`, async ({ page }) => {
        const { calls, troubles, doubled } = await watch(page);
        await page.addInitScript(() => {
          Object.assign(globalThis, { shifted: 0 });
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              (globalThis as unknown as { shifted: number }).shifted += (entry as unknown as { value: number }).value;
          }).observe({ type: 'layout-shift', buffered: true });
        });
        await page.goto(pathOf());
        await expect.poll(() => isTakenOver(page)).toBe(true);
        await page.waitForLoadState('networkidle');
        expect(troubles).toEqual([]);
        expect(doubled()).toEqual([]);
        const others = calls.map((call) => call.replace(/[?].*/, '')).filter((call) => !fetched.some((one) => call.startsWith(one)));
        expect(others).toEqual([]);
        expect(await page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted)).toBeLessThan(noJump);
      });
    }
  });
}

test('going on from a page asks for each thing once', { tag: '@long' }, async ({ page }) => {
  const { doubled, troubles } = await watch(page);
  await page.goto('/feed');
  await expect.poll(() => isTakenOver(page)).toBe(true);
  await page.getByRole('link', { name: 'Search', exact: true }).first().click();
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.getByRole('link', { name: 'Feed', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(doubled()).toEqual([]);
  expect(troubles).toEqual([]);
});

test('what is chosen, typed and pressed before the app has started is kept', async ({ page }) => {
  let start: () => void = () => undefined;
  const started = new Promise<void>((resolve) => (start = resolve));
  await page.route('**/assets/index-*.js', async (route) => {
    await started;
    await route.continue();
  });
  await page.goto(`/p/${provider.username}`, { waitUntil: 'commit' });
  await page.getByRole('checkbox', { name: /Back relief plan/ }).check();
  await page.getByRole('button', { name: 'Share' }).click();
  expect(await isTakenOver(page)).toBe(false);
  start();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Remote', { exact: true })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /Back relief plan/ })).toBeChecked();

  await page.unroute('**/assets/index-*.js');
  const restarted = new Promise<void>((resolve) => (start = resolve));
  await page.route('**/assets/index-*.js', async (route) => {
    await restarted;
    await route.continue();
  });
  await page.goto('/search', { waitUntil: 'commit' });
  await page.getByRole('searchbox').fill('Ada Render');
  start();
  await expect(page).toHaveURL(/q=Ada/);
  await expect(page.getByRole('searchbox')).toHaveValue('Ada Render');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  test('a provider and their services are read', async ({ page }) => {
    await page.goto(`/p/${provider.username}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Ada Render' })).toBeVisible();
    await expect(page.getByRole('checkbox').first()).toBeVisible();
    await expect(page.locator('.first-words')).toBeHidden();
  });
});
