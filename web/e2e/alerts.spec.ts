import { expect, test, type Page } from './fixtures';
import { visitor } from './bookable';
import { book, ownerIdOf, respond } from './bookings';
import { captureSizes } from './screenshots';
import { createPost } from './own-posts';
import { deviceOf, mailTo, newPerson, signUp } from './people';
import { call, seedAccount, seedProvider, signedInAnew, type SeededPerson } from './seeded-people';
import { socketConnected } from './sockets';

const group = (page: Page, day: string) => page.getByRole('region', { name: day, exact: true });

test('alerts come live, are read one by one or all at once, and lead to what they speak of', async ({ browser, request }) => {
  const [provider, client] = [await seedProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Ivo Marek')];
  const booking = await book(request, provider, client);
  const page = await visitor(browser, provider);
  await page.goto('/alerts');
  const today = group(page, 'Today');
  await expect(today.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Alerts, 1 new' })).toBeVisible();

  // Somebody adds this account to their circle: the alert appears first in the list at once, and the bell counts it.
  await call(request, 'add_new_interest', { iv_provider_id: ownerIdOf(provider) }, client.granted.access_token);
  await expect(today.getByRole('listitem')).toHaveCount(2);
  await expect(today.getByRole('listitem').first()).toContainText('circle');
  await expect(page.getByRole('link', { name: 'Alerts, 2 new' })).toBeVisible();
  await captureSizes(page, 'alerts-list');

  const device = await visitor(browser, await signedInAnew(request, provider), { size: 'phone' });
  const connected = socketConnected(device);
  await device.goto('/feed');
  const bell = device.getByRole('link', { name: /^Alerts, \d new$/ }).first();
  await expect(bell).toHaveAccessibleName('Alerts, 2 new');
  await connected;

  // The dot marks one alert as read; it comes back when the server refuses.
  const dots = page.getByRole('button', { name: /^Mark as read:/ });
  await page.route('**/api/update_alert_status', (route) => route.abort());
  await dots.first().click();
  await expect(page.getByText('Temporary server issue')).toBeVisible();
  await expect(dots).toHaveCount(2);
  await page.unroute('**/api/update_alert_status');
  await dots.first().click();
  await expect(dots).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Alerts, 1 new' })).toBeVisible();
  // The account's other device counts the same.
  await expect(bell).toHaveAccessibleName('Alerts, 1 new');
  await device.close();
  await page
    .getByRole('radiogroup', { name: 'Show' })
    .getByText(/^Unread/)
    .click();
  await expect(page.getByRole('listitem').filter({ has: dots })).toHaveCount(1);

  // Opening an alert marks it as read; a reload shows so as soon as the server knows.
  const stored = page.waitForResponse('**/api/update_alert_status');
  await today.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/schedule_manager\//);
  await stored;
  await page.goto('/alerts');
  await expect(today.getByRole('listitem')).toHaveCount(2);
  await expect(dots).toHaveCount(0);
  await page
    .getByRole('radiogroup', { name: 'Show' })
    .getByText(/^Unread/)
    .click();
  await expect(page.getByText('You have read everything.')).toBeVisible();

  // A new alert appears in the open list of unread alerts; one button marks all as read.
  await respond(request, client, booking, 'cancelled');
  await expect(dots).toHaveCount(1);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(dots).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Alerts', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Choose what you are told' }).click();
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeInViewport();
});

test('what is alike grows in its place at the top, and is counted once', { tag: '@long' }, async ({ browser, request }) => {
  const [provider, first, second] = [
    await seedProvider(request, 'Nadia Kessler'),
    await seedAccount(request, 'Ivo Marek'),
    await seedAccount(request, 'Mei Tanaka'),
  ];
  const post = await createPost(request, provider, { iv_post_brief: 'Ten minutes for a strong back' });
  const page = await visitor(browser, provider);
  const today = group(page, 'Today').getByRole('listitem');
  const repost = (person: SeededPerson) =>
    call(
      request,
      'create_repost_feed_content',
      { iv_post_id: post, iv_original_avatar: '', iv_repost_brief: '', iv_device_data: '{}' },
      person.granted.access_token,
    );
  await repost(first);
  await page.goto('/alerts');
  await expect(today.first()).toContainText('Ivo reposted your post');
  await call(request, 'add_new_interest', { iv_provider_id: ownerIdOf(provider) }, first.granted.access_token);
  await expect(today).toHaveCount(2);
  await expect(today.first()).toContainText('circle');
  await repost(second);
  await expect(today.first()).toContainText('2 people reposted your post');
  await expect(today).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Alerts, 2 new' })).toBeVisible();
  await page.reload();
  await expect(today.first()).toContainText('2 people reposted your post');
  await expect(today).toHaveCount(2);
});

test('alerts of other days stand apart, and go on as one scrolls', { tag: '@long' }, async ({ browser, request }) => {
  const page = await visitor(browser, await seedAccount(request, 'Mei Tanaka'), { size: 'phone' });
  const at = (hoursAgo: number) => new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
  // No test can create an alert of yesterday, so it answers the server's pages itself.
  await page.route('**/api/get_user_alerts*', (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? '0');
    const alerts_list = Array.from({ length: 20 }, (_, nth) => ({
      notification_id: `a${from + nth}`,
      notification_receiver_id: 'me',
      notification_text: `Alert ${from + nth}`,
      notification_type: 'circle_added',
      notification_url: '/my_circle',
      name: 'Ada',
      username: '',
      avatar: '',
      onboardProfile: false,
      status: nth % 2 ? 'active' : 'read',
      created_date: at(from + nth < 5 ? 0 : 24 + from + nth),
    }));
    const headers: Record<string, string> = from < 40 ? { 'x-next-cursor': String(from + 20) } : {};
    const data = { alerts_list, unread: 30, bookings_list: { order: [], request: [] } };
    return route.fulfill({ json: { status: true, message: { main_msg: '', iv_msg: {} }, data }, headers });
  });
  await page.goto('/alerts');
  await expect(group(page, 'Today').getByRole('listitem')).toHaveCount(5);
  await expect(page.getByRole('link', { name: 'Alerts, 30 new' }).first()).toBeVisible();
  await expect(group(page, 'Earlier').or(group(page, 'Yesterday')).first()).toBeVisible();
  await expect(page.getByText('Alert 59', { exact: true })).toHaveCount(0);
  await expect(async () => {
    await page.mouse.wheel(0, 3000);
    await expect(page.getByText('Alert 59', { exact: true })).toBeVisible({ timeout: 300 });
  }).toPass();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(60);
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
});

test('an address confirmed in another window takes the notice away in this one', { tag: '@long' }, async ({ browser, request }) => {
  const person = newPerson('Olu Adebayo');
  const first = await deviceOf(browser);
  await signUp(first, person);
  const connected = socketConnected(first);
  await first.goto('/feed');
  await connected;
  const notice = first.getByText(/^Confirm your e-mail address/);
  await expect(notice).toBeVisible();
  const mail = await mailTo(request, person.email, /confirm_account/);
  const second = await deviceOf(browser);
  await second.goto(/\/confirm_account\/\S+/.exec(mail.text)?.[0] ?? '');
  await second.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(notice).toHaveCount(0);
  const stored = await first.evaluate(() => localStorage.getItem('session_data'));
  expect(stored).toContain('"autoVerification":"verified"');
});
