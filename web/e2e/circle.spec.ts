import { expect, test, type Page } from './fixtures';
import { visitor } from './bookable';
import { capture, captureSizes } from './screenshots';
import { createPost } from './own-posts';
import { seedAccount, seedProvider } from './seeded-people';

const confirm = (page: Page) => page.getByRole('dialog', { name: 'Confirm your decision' });
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

test('a provider is added to the circle after a Yes, trusted with one press, and let go', async ({ browser, request }) => {
  const [provider, other, client] = [
    await seedProvider(request, 'Nadia Kessler'),
    await seedProvider(request, 'Jose Nunez'),
    await seedAccount(request, 'Ivo Marek'),
  ];
  const guest = await visitor(browser, null);
  await guest.goto(`/p/${provider.username}`);
  await expect(guest.getByRole('button', { name: 'Share' })).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Add to circle' })).toHaveCount(0);
  await guest.context().close();

  const page = await visitor(browser, client);
  await page.goto(`/p/${provider.username}`);
  const add = page.getByRole('button', { name: 'Add to circle' });
  await add.click();
  await expect(confirm(page)).toBeVisible();
  await captureSizes(page, 'circle-confirm');
  await page.keyboard.press('Escape');
  await expect(confirm(page)).toHaveCount(0);
  await add.click();
  await confirm(page).getByRole('button', { name: 'No' }).click();

  // A failed call shows no message and leaves the button enabled.
  await page.route('**/api/add_new_interest', (route) => route.abort());
  await add.click();
  await confirm(page).getByRole('button', { name: 'Yes' }).click();
  await expect(confirm(page)).toHaveCount(0);
  await expect(add).toBeEnabled();
  await expect(page.getByText('Temporary server issue')).toHaveCount(0);
  await page.unroute('**/api/add_new_interest');

  await add.click();
  await confirm(page).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Provider was successfully added to your interests')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove from circle' })).toBeVisible();
  await page.getByRole('button', { name: 'Trust', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Trusted', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('Trusted by 1 person')).toBeVisible();
  await captureSizes(page, 'circle-provider-page');

  // The same from a post's full view.
  const postId = await createPost(request, other, { iv_post_brief: 'Ten minutes for a strong back' });
  await page.goto(`/feed?autoView=true&autoActivePost=${postId}`);
  const post = page.getByRole('dialog', { name: 'Post by Jose Nunez' });
  await post.getByRole('button', { name: 'Add to circle' }).click();
  // Escape closes only the confirmation.
  await expect(confirm(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(confirm(page)).toHaveCount(0);
  await post.getByRole('button', { name: 'Add to circle' }).click();
  await confirm(page).getByRole('button', { name: 'Yes' }).click();
  await expect(post.getByRole('button', { name: 'Remove from circle' })).toBeVisible();
  await capture(page, 'circle-post-desktop');

  await page.goto('/my_circle');
  const sidebar = page.getByRole('navigation', { name: 'Your account' });
  await expect(sidebar.getByRole('link', { name: 'Circle 2' })).toBeVisible();
  await expect(sidebar.getByRole('link', { name: 'Trusted brands 1' })).toBeVisible();
  await captureSizes(page, 'circle-list');
  await page.getByRole('searchbox', { name: 'Find somebody here' }).fill('NÚÑEZ josé');
  await expect(card(page, 'Nadia Kessler')).toHaveCount(0);
  await card(page, 'Jose Nunez').getByRole('button', { name: 'Trust', exact: true }).click();
  await expect(sidebar.getByRole('link', { name: 'Trusted brands 2' })).toBeVisible();
  await card(page, 'Jose Nunez').getByRole('link', { name: 'Book' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Jose Nunez' })).toBeVisible();
  await page.goBack();
  await page.getByRole('searchbox').fill('nobody of this name');
  await expect(page.getByText('Nobody here is called “nobody of this name”.')).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: 'Manage Jose Nunez in your circle' }).click();
  const manage = page.getByRole('dialog', { name: 'Manage circle action' });
  await captureSizes(page, 'circle-manage');
  await manage.getByRole('button', { name: 'Remove from circle' }).click();
  await confirm(page).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Provider was successfully remove from your interests')).toBeVisible();
  await expect(manage.getByRole('button', { name: 'Add to circle' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card(page, 'Jose Nunez')).toHaveCount(0);

  await sidebar.getByRole('link', { name: 'Trusted brands 1' }).click();
  await expect(card(page, 'Nadia Kessler').getByRole('button', { name: 'Trusted' })).toBeVisible();
  await card(page, 'Nadia Kessler').getByRole('button', { name: 'Trusted' }).click();
  await expect(page.getByText('Providers you mark as trusted are kept here.')).toBeVisible();
  await expect(sidebar.getByRole('link', { name: 'Circle 1' })).toBeVisible();
});

test('a circle of many goes on as one scrolls', { tag: '@long' }, async ({ browser, request }) => {
  const client = await seedAccount(request, 'Mei Tanaka');
  const page = await visitor(browser, client, { size: 'phone' });
  const row = (nth: number) => ({
    owner_id: `p${nth}`,
    provider_id: `p${nth}`,
    name: `Provider ${nth}`,
    username: `provider_${nth}`,
    avatar: '',
    expertise: 'Piano',
    category: 'events',
    city: 'Lima',
    country: 'Peru-PE',
    currency: 'PEN-PE',
    delivery_mode: 'remote',
    onboardProfile: true,
    manual_verification: 'unverified',
    rating_all_avg: 0,
    rating_client_size: 0,
    trusted: false,
  });
  // Creating so many providers takes too long, so the test answers the server's pages itself.
  await page.route('**/api/get_my_circle?*', (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? '0');
    const data = Array.from({ length: 20 }, (_, nth) => row(from + nth + 1));
    const headers: Record<string, string> = from < 40 ? { 'x-next-cursor': String(from + 20) } : {};
    return route.fulfill({ json: { status: true, message: { main_msg: '', iv_msg: {} }, data }, headers });
  });
  await page.goto('/my_circle');
  await expect(card(page, 'Provider 1')).toBeVisible();
  await expect(card(page, 'Provider 60')).toHaveCount(0);
  await page.getByRole('searchbox').fill('provider 59');
  await expect(card(page, 'Provider 59')).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await expect(page.getByRole('article')).toHaveCount(60);
});
