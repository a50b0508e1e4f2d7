import { expect, test } from './fixtures';
import { visitor } from './bookable';
import { book, newGuest } from './bookings';
import { pickFromMenu } from './people';
import { capture, captureSizes } from './screenshots';
import { seedAccount, seedProvider } from './seeded-people';

test('a blocked provider is out of sight until they are let back', async ({ browser, request }) => {
  const [provider, client] = [await seedProvider(request, 'Victor Quack'), await seedAccount(request, 'Hana Sato')];
  const page = await visitor(browser, client, { size: 'phone' });
  await page.goto(`/p/${provider.username}`);
  await pickFromMenu(page, 'Options for Victor Quack', 'Block');
  await expect(page.getByText('Account was successfully blocked')).toBeVisible();
  // The page says why it is hidden, and offers to take the block back.
  const hidden = page.getByText('You have blocked Victor Quack, so you do not see this page.');
  await expect(hidden).toBeVisible();
  await page.getByRole('button', { name: 'Unblock Victor Quack' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Victor Quack' })).toBeVisible();
  await pickFromMenu(page, 'Options for Victor Quack', 'Block');
  await expect(hidden).toBeVisible();
  await page.reload();
  await expect(hidden).toBeVisible();

  await page.goto('/my_settings');
  await page.getByRole('link', { name: /^Blocked accounts/ }).click();
  const row = page.getByRole('article', { name: 'Victor Quack' });
  await expect(row).toBeVisible();
  await captureSizes(page, 'blocked-list');
  await row.getByRole('button', { name: 'Unblock Victor Quack' }).click();
  await expect(page.getByText('Account was successfully unblocked')).toBeVisible();
  await expect(page.getByText('You have not blocked anybody.')).toBeVisible();
  await page.goto(`/p/${provider.username}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Victor Quack' })).toBeVisible();
});

test('a provider blocks a guest from their booking, and lets them back', { tag: '@long' }, async ({ browser, request }) => {
  const [provider, guest] = [await seedProvider(request, 'Nadia Kessler'), newGuest()];
  const booking = await book(request, provider, null, { guest });
  const page = await visitor(browser, provider);
  await page.goto(`/schedule_manager/pending_requests?dialog=booking&booking=${booking.order_id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Block this guest' }).click();
  await expect(dialog.getByText('This guest cannot book with you any more.')).toBeVisible();
  await capture(page, 'blocked-guest-done');

  await page.goto('/blocked_accounts');
  const guests = page.getByRole('region', { name: 'Blocked guests' });
  await expect(guests.getByText(guest.name)).toBeVisible();
  await expect(page.getByText(guest.email)).toHaveCount(0);
  await captureSizes(page, 'blocked-guests');
  await guests.getByRole('button', { name: `Unblock ${guest.name}` }).click();
  await expect(guests.getByText('You have not blocked any guest.')).toBeVisible();
});
