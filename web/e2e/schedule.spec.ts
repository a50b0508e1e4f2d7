import { expect, test, type Page } from './fixtures';
import { book, capture, changeShownBookings, newGuest, pageOf, past, respond } from './bookings';
import { pick } from './people';
import { seedAccount, seedProvider } from './seeded-people';

/** The schedule manager: its lists and counts, search and filters, and what its URL keeps. */

const LINK = 'https://meet.example.com/room/42';
const rows = (page: Page) => page.getByRole('article');
const lists = (page: Page) => page.getByRole('navigation', { name: 'Which appointments' });
const dialogOf = (page: Page) => page.getByRole('dialog');

test('every list says in words that it is empty, on each side', { tag: '@long' }, async ({ browser, request }) => {
  const page = await pageOf(browser, await seedProvider(request, 'Nadia Kessler'));
  const names: [string, string][] = [
    ['pending_requests', 'pending requests'],
    ['upcoming_schedule', 'upcoming schedule'],
    ['ongoing_appointments', 'ongoing appointments'],
    ['overdue_appointments', 'overdue appointments'],
    ['pending_review', 'pending review'],
    ['completed_requests', 'completed requests'],
    ['cancelled_requests', 'cancelled requests'],
    ['rejected_requests', 'rejected requests'],
  ];
  for (const [list, type] of names) {
    await page.goto(`/schedule_manager/${list}?tab=order`);
    await expect(page.getByText(`You have no ${type} with any client.`)).toBeVisible();
  }
  await page.getByRole('tab', { name: 'My requests' }).click();
  await expect(page.getByText('You have no rejected requests with any provider.')).toBeVisible();
  await capture(page, 'empty');
});

test('lists, counts and menus tell the sides and statuses apart', async ({ browser, request }) => {
  const [provider, client] = [await seedProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Ivo Marek')];
  const guest = newGuest();
  await book(request, provider, client, { mode: 'in-person' });
  await book(request, provider, null, { guest });
  await respond(request, provider, await book(request, provider, client, { sessions: 3 }), 'accepted', LINK);
  await respond(request, provider, await book(request, provider, client), 'rejected');

  const page = await pageOf(browser, provider);
  await page.goto('/schedule_manager/pending_requests');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).filter({ hasText: 'Appointment with Ivo Marek' }).getByRole('button', { name: 'Review' })).toBeVisible();
  await expect(rows(page).filter({ hasText: `Appointment with ${guest.name}` })).toContainText('requested a few seconds ago');
  await expect(lists(page).getByRole('link', { name: 'Pending 2' })).toHaveAttribute('aria-current', 'page');
  await capture(page, 'pending');

  await lists(page).getByRole('link', { name: 'Accepted 1' }).click();
  await expect(page).toHaveURL(/\/upcoming_schedule$/);
  // The previous list may stay for a moment after the URL has changed.
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('session 1 of 3');
  await lists(page).getByRole('link', { name: 'Rejected 1' }).click();
  await expect(rows(page).getByRole('button', { name: 'Details' })).toBeVisible();

  const schedule = page.getByRole('button', { name: 'Schedule manager', exact: true });
  await schedule.click();
  await expect(page.getByRole('menuitem', { name: 'Today', exact: true })).toBeFocused();
  await expect(page.getByRole('menuitem', { name: 'Pending requests 2' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(schedule).toBeFocused();
  await schedule.press('Enter');
  await page.getByRole('menuitem', { name: 'Requests from my clients' }).press('Enter');
  for (const entry of ['Pending 2', 'Accepted 1', 'Completed', 'Overdue', 'Rejected 1', 'Cancelled']) {
    await expect(page.getByRole('menuitem', { name: entry, exact: true })).toBeVisible();
  }
  await capture(page, 'header-menu', ['desktop']);
  await page.getByRole('menuitem', { name: /^Back/ }).click();
  await page.getByRole('menuitem', { name: 'My requests to providers' }).click();
  await page.getByRole('menuitem', { name: 'Pending', exact: true }).click();
  await expect(page).toHaveURL(/\/pending_requests\?tab=request$/);
  await expect(page.getByText('You have no pending requests with any provider.')).toBeVisible();

  const phone = await pageOf(browser, provider, 'phone');
  await phone.goto('/schedule_manager/pending_requests');
  await phone.getByRole('button', { name: 'Calendar', exact: true }).click();
  await expect(dialogOf(phone).getByRole('link', { name: 'Upcoming schedule 1' })).toBeVisible();
  await dialogOf(phone).getByRole('button', { name: 'Requests from my clients' }).click();
  await expect(dialogOf(phone).getByRole('link', { name: 'Rejected 1' })).toBeVisible();
  await capture(phone, 'calendar-menu', ['phone']);
  await dialogOf(phone).getByRole('link', { name: 'Pending 2' }).click();
  await expect(phone).toHaveURL(/\/pending_requests\?tab=order$/);
});

test('tab, search, mode and the opened booking survive a reload and the back button', { tag: '@long' }, async ({ browser, request }) => {
  const [provider, ivo, mara] = [
    await seedProvider(request, 'Nadia Kessler'),
    await seedAccount(request, 'Ivo Marek'),
    await seedAccount(request, 'Mara Weiss'),
  ];
  await book(request, provider, ivo);
  await book(request, provider, mara, { mode: 'in-person' });
  const page = await pageOf(browser, provider);
  await page.goto('/schedule_manager/pending_requests');
  await page.getByRole('tab', { name: 'My clients' }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('textbox', { name: 'Search by name' }).fill('wEIS');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/tab=order&q=wEIS/);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Search by name' })).toHaveValue('wEIS');
  await expect(rows(page)).toHaveText(/Mara Weiss/);
  await pick(page, 'How it is held', 'Remote');
  await expect(page.getByText('No appointment in this list matches.')).toBeVisible();
  await capture(page, 'nothing-found');
  await page.getByRole('button', { name: 'Show all of them' }).click();
  await expect(rows(page)).toHaveCount(2);

  await rows(page).filter({ hasText: 'Ivo Marek' }).getByRole('button', { name: 'Review' }).click();
  await expect(dialogOf(page).getByText('Review appointment')).toBeVisible();
  await page.reload();
  await expect(dialogOf(page).getByText('Ivo Marek')).toBeVisible();
  await page.goBack();
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'My clients' })).toHaveAttribute('aria-selected', 'true');
});

test('completed bookings have two views, and rated ones show their stars', { tag: '@long' }, async ({ browser, request }) => {
  const [provider, client] = [await seedProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Ivo Marek')];
  const rated = await book(request, provider, client);
  await book(request, provider, client);
  const page = await pageOf(browser, provider);
  await changeShownBookings(page, (row) =>
    past(
      row,
      row['order_id'] === rated.order_id
        ? { request_status: 'completed', complete_status: 'completed', rating: 4, rating_status: 'completed' }
        : { request_status: 'completed', complete_status: 'pending' },
    ),
  );
  await page.goto('/schedule_manager/pending_review');
  await expect(rows(page).getByRole('button', { name: 'Request rating' })).toBeVisible();
  await capture(page, 'pending-review');
  await page.getByText('Completed requests (1)').click();
  await expect(page).toHaveURL(/completed_requests/);
  await expect(rows(page).getByRole('button', { name: 'Rated 4 out of 5' })).toBeVisible();
  await capture(page, 'completed');
  await rows(page).getByRole('button', { name: 'Rated 4 out of 5' }).click();
  await expect(dialogOf(page).getByRole('img', { name: 'Rated 4 out of 5' })).toBeVisible();
  await expect(dialogOf(page).getByRole('button', { name: /Submit|Send/ })).toHaveCount(0);
});

test('older bookings come page by page', { tag: '@long' }, async ({ browser, request }) => {
  const [provider, client] = [await seedProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Ivo Marek')];
  for (let made = 0; made < 3; made += 1) await respond(request, provider, await book(request, provider, client), 'rejected');
  const page = await pageOf(browser, provider);
  // The test makes the server's pages two bookings long instead of a hundred.
  await page.route(/\/api\/get_booking_info/, async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '2');
    await route.continue({ url: url.toString() });
  });
  await page.goto('/schedule_manager/rejected_requests');
  await expect(rows(page)).toHaveCount(2);
  await expect(lists(page).getByRole('link', { name: 'Rejected 2+' })).toBeVisible();
  await capture(page, 'older');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  await expect(lists(page).getByRole('link', { name: 'Rejected 3', exact: true })).toBeVisible();
});
