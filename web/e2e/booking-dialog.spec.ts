import { expect, test, type APIRequestContext, type Page } from './fixtures';
import { authenticate, bookableProvider, panel, pressTime, toDay, toTimes, visitor } from './bookable';
import { sampleImages } from './png';
import { flowSizes, capture } from './screenshots';
import { newPerson } from './people';
import { call, seedAccount, type SeededPerson } from './seeded-people';

/** The booking dialog over the feed, the search and the circle, and its ratings. */

const dialogOf = (page: Page) => page.getByRole('dialog');

async function publish(request: APIRequestContext, provider: SeededPerson, brief: string): Promise<string> {
  const picture = `data:image/png;base64,${sampleImages.landscape.buffer.toString('base64')}`;
  const post = {
    iv_media_base: [picture],
    iv_post_brief: brief,
    iv_post_active: 'now',
    iv_access: 'all',
    iv_mature_content: 'no',
    iv_tags: '[]',
    iv_device_data: '{}',
  };
  const { post_id } = await call<{ post_id: string }>(request, 'create_new_feed_content', post, provider.granted.access_token);
  return post_id;
}

for (const size of flowSizes) {
  test(`a guest books from a post of the feed, in a dialog over it (${size})`, async ({ browser, request }) => {
    const provider = await bookableProvider(request, 'Nadia Kessler');
    const brief = `Five minutes for your back ${provider.username}`;
    const post = await publish(request, provider, brief);
    const page = await visitor(browser, null, { size });
    await page.goto('/feed');
    await page.getByRole('article').filter({ hasText: brief }).getByRole('link', { name: 'Book appointment' }).click();
    await expect(page).toHaveURL(new RegExp(`/feed\\?activeBookingPostId=${post}$`));
    const dialog = dialogOf(page);
    await expect(dialog.getByRole('tab')).toHaveText(['Book', 'Reviews', 'Posts', 'Info']);
    await expect(panel.service(page, /Back relief plan/)).toBeVisible();
    await capture(page, `booking-dialog-${size}`);

    await toTimes(page, [/Back relief plan/], 'Remote');
    await toDay(page, 2);
    const start = await pressTime(page, 1);
    await capture(page, `booking-dialog-times-${size}`);
    // Visiting the provider's other tabs, or closing the dialog, loses nothing.
    await dialog.getByRole('tab', { name: 'Info' }).click();
    await expect(dialog.getByText('What we do')).toBeVisible();
    await dialog.getByRole('tab', { name: 'Posts' }).click();
    await dialog.getByRole('button', { name: 'Book appointment' }).click();
    await expect(panel.time(page, start)).toHaveAttribute('aria-pressed', 'true');
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('article').filter({ hasText: brief }).getByRole('link', { name: 'Book appointment' }).click();
    await panel.next(page, 'Complete booking').click();

    const guest = newPerson('Olu Adebayo');
    await authenticate(page, guest.name, guest.email);
    await panel.next(page, 'Authenticate and confirm booking').click();
    await expect(panel.sent(page)).toBeVisible();
    await capture(page, `booking-dialog-sent-${size}`);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/\/feed$/);
  });
}

test('the dialog opens by its address for others, not for the owner of the post', { tag: '@long' }, async ({ browser, request }) => {
  const provider = await bookableProvider(request, 'Nadia Kessler');
  const post = await publish(request, provider, 'Only for others');
  const [owner, client] = [await visitor(browser, provider), await visitor(browser, await seedAccount(request, 'Ivo Marek'))];
  await client.goto(`/feed?activeBookingPostId=${post}`);
  await expect(panel.service(client, /Back relief plan/)).toBeVisible();
  await dialogOf(client).getByRole('link', { name: 'Nadia Kessler' }).click();
  await expect(client).toHaveURL(new RegExp(`/p/${provider.username}$`));
  await owner.goto(`/feed?activeBookingPostId=${post}`);
  await expect(owner.getByRole('link', { name: 'Manage post' }).first()).toBeVisible();
  await expect(dialogOf(owner)).toHaveCount(0);
});

test('search and circle lead into the dialog, and Back out of it', { tag: '@long' }, async ({ browser, request }) => {
  const provider = await bookableProvider(request, 'Nadia Kessler');
  const client = await seedAccount(request, 'Ivo Marek');
  await call(request, 'add_new_interest', { iv_provider_id: provider.granted.session_data.ownerId }, client.granted.access_token);
  const page = await visitor(browser, client);
  await page.goto('/my_circle');
  await page.getByRole('article', { name: 'Nadia Kessler' }).getByRole('link', { name: 'Book' }).click();
  await expect(panel.service(page, /Back relief plan/)).toBeVisible();
  await page.goBack();
  await expect(dialogOf(page)).toHaveCount(0);

  await page.goto('/search?q=Nadia%20Kessler');
  await page
    .getByRole('article')
    .first()
    .getByRole('link', { name: /Book with/ })
    .click();
  await expect(dialogOf(page).getByRole('tab', { name: 'Book', exact: true })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/search\?q=[^&]+$/);
});

const FEEDBACK = ['Gentle and exact.', 'My back thanks you.', 'On time, calm, clear.', 'Helped a lot.', 'Too short for me.'];

/** Thirty ratings as the gateway answers them. Only a past session can be rated, and a test has none. */
async function withRatings(page: Page): Promise<void> {
  const all = Array.from({ length: 30 }, (_, place) => ({
    rating: place % 10 === 9 ? 2 : place % 3 === 0 ? 4 : 5,
    name: ['Ivo Marek', 'Mei Tanaka', 'Lucia Arce'][place % 3] ?? '',
    avatar: '',
    feedback: FEEDBACK[place % 5] ?? '',
    created_date: new Date(Date.now() - (place + 1) * 86_400_000).toISOString(),
  }));
  const stars = Object.fromEntries([1, 2, 3, 4, 5].map((number) => [number, all.filter(({ rating }) => rating === number).length]));
  await page.route('**/api/get_ratings_info/*', (route) => {
    const params = new URL(route.request().url()).searchParams;
    const [rated, from] = [params.get('rating'), Number(params.get('cursor') ?? 0)];
    const fitting = all.filter(({ rating }) => !rated || String(rating) === rated);
    const data = {
      ratings_data: fitting.slice(from, from + 20),
      rating_summary: { rating: 4.4, reviews: all.length, stars },
      next_cursor: fitting.length > from + 20 ? String(from + 20) : null,
    };
    return route.fulfill({ json: { status: true, message: { main_msg: '', iv_msg: {} }, data } });
  });
}

for (const size of flowSizes) {
  test(`ratings are averaged, counted, filtered and continued (${size})`, { tag: '@long' }, async ({ browser, request }) => {
    const provider = await bookableProvider(request, 'Nadia Kessler');
    const page = await visitor(browser, null, { size });
    await page.goto(`/p/${provider.username}`);
    await page.getByRole('tab', { name: 'Reviews' }).click();
    await expect(page.getByText('Provider currently has no ratings from any clients.')).toBeVisible();
    await expect(page.getByRole('tabpanel').getByText('no ratings yet')).toBeVisible();
    await expect(page.getByRole('tabpanel').getByText('n/a')).toBeVisible();
    await capture(page, `ratings-none-${size}`);

    await withRatings(page);
    await page.reload();
    await page.getByRole('tab', { name: 'Reviews' }).click();
    const reviews = page.getByRole('tabpanel').getByRole('listitem');
    await expect(reviews).toHaveCount(20);
    await expect(page.getByRole('heading', { name: 'Average rating' })).toBeVisible();
    await expect(page.getByText('from 30 reviews')).toBeVisible();
    await capture(page, `ratings-${size}`);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(reviews).toHaveCount(30);
    const filter = page.getByRole('combobox', { name: 'Show ratings with' });
    await filter.selectOption('2 stars (3)');
    await expect(reviews).toHaveCount(3);
    await expect(reviews.first().getByRole('img', { name: '2 out of 5' })).toBeVisible();
    await filter.selectOption('1 star (0)');
    await expect(page.getByText('no 1 star ratings')).toBeVisible();
    await capture(page, `ratings-none-of-one-star-${size}`);
  });
}
