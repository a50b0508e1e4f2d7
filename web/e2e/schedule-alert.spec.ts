import { expect, test, type Page } from './fixtures';
import { book, capture, changeShownBookings, ownerIdOf, pageOf, past, respond } from './bookings';
import { call, seedAccount, seedProvider } from './seeded-people';
import { socketConnected } from './sockets';

/** The appointment alert: it lists what waits for the user, on pages that do not show it already. */

const dialogOf = (page: Page) => page.getByRole('dialog');
const panel = (page: Page) => dialogOf(page).getByRole('tabpanel');
const tab = (page: Page, name: RegExp) => dialogOf(page).getByRole('tab', { name });

test('requests, overdue sessions and reviews wait with their counts, once', async ({ browser, request }) => {
  const [provider, client, other] = [
    await seedProvider(request, 'Nadia Kessler'),
    await seedAccount(request, 'Ivo Marek'),
    await seedProvider(request, 'Mara Weiss'),
  ];
  await book(request, provider, client);
  const late = await book(request, provider, client);
  await respond(request, provider, late, 'accepted', 'https://meet.example.com/42');
  const over = await book(request, other, provider);
  const page = await pageOf(browser, provider);
  await changeShownBookings(page, (row) => {
    if (row['order_id'] === late.order_id) return past(row, {});
    return row['order_id'] === over.order_id ? past(row, { request_status: 'completed', complete_status: 'pending' }) : row;
  });
  for (const quiet of ['/schedule_manager/upcoming_schedule', '/alerts', '/search', `/p/${other.username}`]) {
    await page.goto(quiet);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(dialogOf(page)).toHaveCount(0);
  }
  await page.goto('/my_settings');
  await expect(dialogOf(page).getByRole('heading', { name: 'Appointment notifications' })).toBeVisible();
  await expect(tab(page, /^Requests 1$/)).toHaveAttribute('aria-selected', 'true');
  await expect(panel(page).getByText('You are the provider')).toBeVisible();
  await capture(page, 'alert');
  await tab(page, /^Overdue 1$/).click();
  await expect(panel(page).getByText('overdue', { exact: true })).toBeVisible();
  await tab(page, /^Reviews 1$/).click();
  await expect(panel(page).getByText('You are the client')).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Rate session' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toHaveCount(0);
  const sidebar = page.getByRole('navigation', { name: 'Your account' });
  await expect(sidebar.getByRole('link', { name: 'Pending requests 1' })).toBeVisible();

  // A closed alert stays closed on other pages and after a reload.
  await page.getByRole('link', { name: 'Feed', exact: true }).first().click();
  await page.waitForURL('/feed');
  const connected = socketConnected(page);
  await page.reload();
  const bell = page.getByRole('link', { name: /^Alerts, \d+ new$/ });
  await expect(bell).toBeVisible();
  await connected;
  // The bell and the appointment alert read the same answer: once the bell counts a later event, the alert could have opened.
  const counted = await bell.getAttribute('aria-label');
  await call(request, 'add_new_interest', { iv_provider_id: ownerIdOf(provider) }, client.granted.access_token);
  await expect(bell).not.toHaveAttribute('aria-label', counted ?? '');
  await expect(dialogOf(page)).toHaveCount(0);

  // A new request opens it live, is answered in it, and another one leads to its booking.
  await book(request, provider, client, { mode: 'in-person' });
  await expect(tab(page, /^Requests 2$/)).toBeVisible();
  await expect(panel(page).getByText(/^(First assessment|Back relief plan)$/)).toHaveCount(2);
  await panel(page).getByRole('button', { name: 'Accept' }).click();
  await expect(tab(page, /^Requests 1$/)).toBeVisible();
  await panel(page).getByRole('button', { name: 'Review' }).first().click();
  await expect(page).toHaveURL(/\/schedule_manager\/pending_requests\?dialog=booking/);
  await expect(dialogOf(page).getByText('Review appointment')).toBeVisible();

  // The client has no page: the row leads to the conversation with them.
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Ivo Marek: write a message' }).first().click();
  await expect(page.getByRole('heading', { name: 'Ivo Marek' })).toBeVisible();
});

test('sessions that go on are all it speaks of', { tag: '@long' }, async ({ browser, request }) => {
  const [provider, client] = [await seedProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Ivo Marek')];
  const booking = await book(request, provider, client);
  await book(request, provider, client);
  await respond(request, provider, booking, 'accepted', 'https://meet.example.com/42');
  await respond(request, provider, booking, 'ongoing');
  const page = await pageOf(browser, provider);
  await page.goto('/feed');
  await expect(dialogOf(page).getByRole('heading', { name: 'Ongoing sessions' })).toBeVisible();
  await expect(dialogOf(page).getByRole('tab')).toHaveCount(0);
  await expect(dialogOf(page).getByText('Ongoing session with Ivo Marek')).toBeVisible();
  await capture(page, 'alert-ongoing');
});
