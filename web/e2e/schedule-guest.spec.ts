import { expect, test, type APIRequestContext, type Page } from './fixtures';
import { book, capture, changeShownBookings, guestLink, newGuest, pageOf, past, respond } from './bookings';
import { mailTo, pick } from './people';
import { seedAccount, seedProvider } from './seeded-people';

/** A guest's order, opened from the mail: without the app's menus, in every status. */

async function newGuestOrder(request: APIRequestContext) {
  const [provider, guest] = [await seedProvider(request, 'Nadia Kessler'), newGuest()];
  const booking = await book(request, provider, null, { guest, mode: 'in-person' });
  return { provider, guest, booking, link: await guestLink(request, guest) };
}

async function openedBy(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Your appointment' })).toBeVisible();
  await expect(page.getByText('Total cost')).toBeVisible();
}

test('a guest sees the order without menus, and may only cancel it', async ({ browser, request }) => {
  const { provider, guest, link } = await newGuestOrder(request);
  const theirs = await pageOf(browser, provider);
  await theirs.goto('/schedule_manager/pending_requests');
  await expect(theirs.getByRole('article')).toContainText(guest.name);
  const page = await pageOf(browser, null, 'phone');
  await openedBy(page, link);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Continue exploring the feed' })).toHaveAttribute('href', '/feed');
  await expect(page.getByRole('link', { name: 'Join the community' })).toHaveAttribute('href', '/sign_up');
  await expect(page.getByText('Show the location'), 'a request alone shows no street').toHaveCount(0);
  await capture(page, 'guest-pending');
  await page.getByRole('combobox', { name: 'Your response' }).click();
  await expect(page.getByRole('option')).toHaveText(['Cancel appointment']);
  await page.getByRole('combobox', { name: 'Your response' }).click();
  await pick(page, 'Your response', 'Cancel appointment');
  await page.getByRole('button', { name: 'Submit response' }).click();
  await expect(page.getByText('The appointment is cancelled. The time is free again.')).toBeVisible();
  await expect(theirs.getByText('You have no pending requests.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('cancelled', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit response' })).toHaveCount(0);
  await capture(page, 'guest-cancelled');
});

test('a guest rates a session, with no choice of trust', { tag: '@long' }, async ({ browser, request }) => {
  const { link } = await newGuestOrder(request);
  const page = await pageOf(browser, null);
  await changeShownBookings(page, (row) => past(row, { request_status: 'completed', complete_status: 'pending' }));
  const sent: unknown[] = [];
  await page.route('**/api/create_appointment_rating*', async (route) => {
    sent.push([new URL(route.request().url()).searchParams.get('token'), route.request().postDataJSON()]);
    await route.fulfill({ json: { status: true, message: { main_msg: '', iv_msg: {} }, data: {} } });
  });
  await openedBy(page, link);
  await pick(page, 'Rating', /Excellent/);
  await expect(page.getByRole('combobox', { name: 'Add to your trusted providers?' })).toHaveCount(0);
  await page.getByLabel('Feedback').fill('My back thanks you.');
  await capture(page, 'guest-rating');
  await page.getByRole('button', { name: 'Submit rating' }).click();
  await expect(page.getByText('Thank you. Your rating helps others to choose.')).toBeVisible();
  const token = new URL(link, 'http://example.com').searchParams.get('token');
  expect(sent).toEqual([[token, expect.objectContaining({ iv_rating: '5', iv_trusted: 'no' })]]);
});

for (const status of ['rejected', 'ongoing', 'completed'] as const) {
  test(`a guest looks at an order that is ${status}`, { tag: '@long' }, async ({ browser, request }) => {
    const { link } = await newGuestOrder(request);
    const page = await pageOf(browser, null);
    const over = status === 'completed' ? { complete_status: 'completed', rating: 5 } : {};
    await changeShownBookings(page, (row) => past(row, { request_status: status, ...over }));
    await openedBy(page, link);
    await expect(page.getByText(status, { exact: true })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Your response' })).toHaveCount(status === 'ongoing' ? 1 : 0);
    await expect(page.getByRole('img', { name: 'Rated 5 out of 5' })).toHaveCount(status === 'completed' ? 1 : 0);
    await capture(page, `guest-${status}`);
  });
}

test('a link that is worn out is mailed again, and an account has no use for it', { tag: '@long' }, async ({ browser, request }) => {
  const { provider, guest, booking, link } = await newGuestOrder(request);
  const page = await pageOf(browser, null);
  await page.goto(link.replace(/token=.*/, 'token=worn-out'));
  await expect(page.getByText('This link does not open an appointment any more.')).toBeVisible();
  await page.getByLabel('E-mail').fill('not an address');
  await page.getByRole('button', { name: 'Mail me the link again' }).click();
  await expect(page.getByLabel('E-mail')).toHaveAttribute('aria-invalid', 'true');
  await capture(page, 'guest-link-again');
  await page.getByLabel('E-mail').fill(guest.email);
  await page.getByRole('button', { name: 'Mail me the link again' }).click();
  await expect(page.getByText('If the address belongs to this appointment, the link is on its way.')).toBeVisible();
  await mailTo(request, guest.email, /link/i);

  await respond(request, provider, booking, 'accepted');
  const member = await pageOf(browser, await seedAccount(request, 'Ivo Marek'));
  await member.goto(link);
  await expect(member).toHaveURL(/\/schedule_manager\/pending_review$/);
});

test('a guest ends a link that others may have', { tag: '@long' }, async ({ browser, request }) => {
  const { guest, link } = await newGuestOrder(request);
  const page = await pageOf(browser, null);
  await openedBy(page, link);
  await page.getByRole('button', { name: 'End this link' }).click();
  await capture(page, 'guest-link-end', undefined, page.getByRole('button', { name: 'Yes' }));
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('This link no longer works. A new one is on its way to your address.')).toBeVisible();
  await capture(page, 'guest-link-ended');
  await page.goto(link);
  await expect(page.getByText('This link does not open an appointment any more.')).toBeVisible();
  await expect.poll(() => guestLink(request, guest)).not.toBe(link);
  await openedBy(page, await guestLink(request, guest));
});

test('a guest asks for what is held, takes it along and has it erased', async ({ browser, request }) => {
  const { guest } = await newGuestOrder(request);
  const page = await pageOf(browser, null);
  await page.goto('/user_request');
  await page.getByLabel('The address of your bookings').fill('not an address');
  await page.getByRole('button', { name: 'Mail me the link' }).click();
  await expect(page.getByLabel('The address of your bookings')).toHaveAttribute('aria-invalid', 'true');
  await capture(page, 'guest-data-request', undefined, page.getByRole('button', { name: 'Mail me the link' }));
  await page.getByLabel('The address of your bookings').fill(guest.email);
  await page.getByRole('button', { name: 'Mail me the link' }).click();
  await expect(page.getByText('the link is on its way. It works for an hour.')).toBeVisible();
  await capture(page, 'guest-data-requested', undefined, page.getByText('the link is on its way. It works for an hour.'));
  await expect.poll(() => guestLink(request, guest)).toContain('&data=');
  await openedBy(page, await guestLink(request, guest));
  await capture(page, 'guest-data');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  expect((await download).suggestedFilename()).toBe('openhours-my-bookings.json');
  await page.getByRole('button', { name: 'Erase my data' }).click();
  await capture(page, 'guest-data-erase');
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Your bookings no longer carry your name, address or words.')).toBeVisible();
  await capture(page, 'guest-data-erased');
});
