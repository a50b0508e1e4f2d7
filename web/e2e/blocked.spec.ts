import { expect, test } from './fixtures';
import { visitor } from './bookable';
import { capture, screenshotSizes, sizes } from './screenshots';
import { seedAccount, seedProvider } from './seeded-people';

test('a blocked provider is out of sight until they are let back', async ({ browser, request }) => {
  const [provider, client] = [await seedProvider(request, 'Victor Quack'), await seedAccount(request, 'Hana Sato')];
  const page = await visitor(browser, client);
  await page.goto(`/p/${provider.username}`);
  await page.getByRole('button', { name: 'Options for Victor Quack' }).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await expect(page.getByText('Account was successfully blocked')).toBeVisible();
  await expect(page.getByText('There is no provider at this address.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('There is no provider at this address.')).toBeVisible();

  await page.goto('/my_settings');
  await page.getByRole('link', { name: /^Blocked accounts/ }).click();
  const row = page.getByRole('article', { name: 'Victor Quack' });
  await expect(row).toBeVisible();
  for (const size of screenshotSizes) {
    await page.setViewportSize(sizes[size]);
    await capture(page, `blocked-list-${size}`);
  }
  await row.getByRole('button', { name: 'Unblock Victor Quack' }).click();
  await expect(page.getByText('Account was successfully unblocked')).toBeVisible();
  await expect(page.getByText('You have not blocked anybody.')).toBeVisible();
  await page.goto(`/p/${provider.username}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Victor Quack' })).toBeVisible();
});
