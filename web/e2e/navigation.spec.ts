import { expect, test } from './fixtures';
import { visitor } from './bookable';
import { dragByTouch, resize, sizes } from './devices';
import { capture, captureSizes } from './screenshots';
import { seedAccount, seedProvider } from './seeded-people';

test('in the header nothing lies out of sight: what has no room is in a menu', { tag: '@long' }, async ({ browser, request }) => {
  const provider = await seedProvider(request, 'Nadia Kessler');
  const page = await visitor(browser, provider);
  const main = page.getByRole('navigation', { name: 'Main' });
  for (const width of [560, 700, 900, 1080, 1440]) {
    await resize(page, { width, height: 900 });
    await page.goto('/my_bookmarks');
    await expect(main.getByRole('link', { name: 'Feed' })).toBeVisible();
    const outside = await main
      .getByRole('link')
      .or(main.getByRole('button'))
      .evaluateAll((entries) =>
        entries
          .filter(
            (entry) => entry.checkVisibility({ visibilityProperty: true }) && entry.getBoundingClientRect().right > window.innerWidth - 20,
          )
          .map((entry) => entry.textContent),
      );
    expect(outside, `at ${width} px`).toEqual([]);
    const more = main.getByRole('button', { name: 'More' });
    // Between 551 and 1080 px it depends on the fonts how much has room.
    const fits = (await more.count()) === 0;
    if (width === 560 || width === 1440) expect(fits).toBe(width === 1440);
    if (!fits) await more.click();
    await page.getByRole(fits ? 'button' : 'menuitem', { name: 'My history' }).click();
    await expect(page.getByRole('menuitem', { name: 'Completed requests' })).toBeVisible();
    if (width === 560) await capture(page, 'header-more');
    await page.keyboard.press('Escape');
  }
});

test('alerts and messages stand beside the account navigation', { tag: '@long' }, async ({ browser, request }) => {
  const page = await visitor(browser, await seedAccount(request, 'Ivo Marek'));
  for (const path of ['/alerts', '/message']) {
    await page.goto(path);
    await expect(page.getByRole('navigation', { name: 'Your account' }).getByText('Schedule manager')).toBeVisible();
  }
});

test('on a phone a post can be begun on every screen that has tabs', { tag: '@long' }, async ({ browser, request }) => {
  const provider = await seedProvider(request, 'Nadia Kessler');
  const page = await visitor(browser, provider, { size: 'phone' });
  const create = page.getByRole('button', { name: 'Create post' });
  for (const path of ['/alerts', '/message', '/my_account', '/appointment_booking_settings', '/search', '/my_settings']) {
    await page.goto(path);
    await expect(page.getByRole('navigation', { name: 'Tabs' })).toBeVisible();
    await expect(create).toBeVisible();
    const covered = await create.evaluate((button) => {
      const { left, top, right, bottom } = button.getBoundingClientRect();
      return [...document.querySelectorAll('[data-bottom-bar]')].some((bar) => {
        const other = bar.getBoundingClientRect();
        return other.left < right && left < other.right && other.top < bottom && top < other.bottom;
      });
    });
    expect(covered, path).toBe(false);
  }
  await page.goto('/appointment_booking_settings');
  await capture(page, 'create-button-above-bar');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'My profile' })).toBeVisible();
});

test('the sheet that asks about the circle is dragged between two heights, and away', async ({ browser, request }) => {
  const provider = await seedProvider(request, 'Nadia Kessler');
  const page = await visitor(browser, await seedAccount(request, 'Ivo Marek'), { size: 'phone' });
  await page.goto(`/p/${provider.username}`);
  await page.getByRole('button', { name: 'Add to circle' }).click();
  const sheet = page.getByRole('dialog', { name: 'Confirm your decision' });
  const yes = sheet.getByRole('button', { name: 'Yes' });
  await expect(yes).toBeInViewport();
  await captureSizes(page, 'circle-sheet', ['phone']);
  const seen = async () => (await page.evaluate(() => window.innerHeight)) - ((await sheet.boundingBox())?.y ?? 0);
  const whole = await seen();
  expect(whole).toBeGreaterThanOrEqual(sizes.phone.height * 0.2);
  const drag = async (by: number) => {
    const box = await sheet.getByRole('button', { name: /the question down|the whole question/ }).boundingBox();
    const [x, y] = [(box?.x ?? 0) + 48, (box?.y ?? 0) + 12];
    await dragByTouch(page, { x, y }, { x, y: y + by });
  };
  await drag(whole - 100);
  await expect.poll(seen).toBeCloseTo(sizes.phone.height * 0.1, 0);
  await expect(yes).not.toBeInViewport();
  await drag(-60);
  await expect.poll(seen).toBeCloseTo(whole, 0);
  await sheet.getByRole('button', { name: 'Push the question down' }).press('Enter');
  await expect.poll(seen).toBeCloseTo(sizes.phone.height * 0.1, 0);
  await sheet.getByRole('button', { name: 'Show the whole question' }).press('Enter');
  await expect.poll(seen).toBeCloseTo(whole, 0);
  await drag(whole);
  await expect(sheet).toHaveCount(0);
});

test('an unknown address is not found', async ({ page }) => {
  for (const path of ['/no/such/page', '/schedule_manager/nonsense']) {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.getByText('This page does exist.')).toBeVisible();
  }
  expect((await page.goto('/feed'))?.status()).toBe(200);
});
