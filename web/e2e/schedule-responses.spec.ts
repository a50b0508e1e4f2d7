import { expect, test, type APIRequestContext, type Page } from './fixtures';
import { book, capture, changeShownBookings, ownerIdOf, pageOf, past, respond } from './bookings';
import { mailTo, pick } from './people';
import { call, seedAccount, seedProvider, type SeededPerson } from './seeded-people';

/** Responses to a booking, ratings, and requests for a rating. */

const LINK = 'https://meet.example.com/room/42';
const dialogOf = (page: Page) => page.getByRole('dialog');
const done = { status: true, message: { main_msg: '', iv_msg: {} } };

async function pair(request: APIRequestContext): Promise<[SeededPerson, SeededPerson]> {
  return [await seedProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Ivo Marek')];
}

async function opened(page: Page, list: string, action: string): Promise<void> {
  await page.goto(`/schedule_manager/${list}`);
  await page.getByRole('button', { name: action, exact: true }).first().click();
  await expect(dialogOf(page).getByText('Total cost')).toBeVisible();
}

test('a provider accepts a remote request with a meeting link and a word', async ({ browser, request }) => {
  const [provider, client] = await pair(request);
  await book(request, provider, client, { sessions: 2 });
  const page = await pageOf(browser, provider, 'phone');
  await opened(page, 'pending_requests', 'Review');
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('list').getByRole('listitem')).toHaveCount(2);
  await dialog.getByText('Show the services').click();
  await expect(dialog.getByText('Back relief plan')).toBeVisible();
  await capture(page, 'response');

  await dialog.getByRole('button', { name: 'Submit response' }).click();
  await expect(dialog.getByText('This Field cannot be empty')).toBeVisible();
  await pick(page, 'Your response', 'Reject');
  await expect(dialog.getByLabel('A word to Ivo Marek')).toHaveValue(/sorry that I cannot take it/);
  await pick(page, 'Your response', 'Accept');
  await expect(dialog.getByLabel('A word to Ivo Marek')).toHaveValue('Thank you for your request. I look forward to our session.');
  for (const wrong of ['', 'http://meet.example.com/42', 'meet me']) {
    await dialog.getByLabel('Meeting link').fill(wrong);
    await dialog.getByRole('button', { name: 'Submit response' }).click();
    await expect(dialog.getByText('You have to provide a valid URL for the meeting link')).toBeVisible();
  }
  await capture(page, 'response-link');
  await dialog.getByLabel('A word to Ivo Marek').fill('w'.repeat(310));
  await expect(dialog.getByLabel('A word to Ivo Marek')).toHaveValue('w'.repeat(300));
  // A text that the user typed stays when the response changes.
  await dialog.getByLabel('A word to Ivo Marek').fill('See you on Monday.');
  await pick(page, 'Your response', 'Reject');
  await pick(page, 'Your response', 'Accept');
  await expect(dialog.getByLabel('A word to Ivo Marek')).toHaveValue('See you on Monday.');
  await dialog.getByLabel('Meeting link').fill(LINK);
  await dialog.getByRole('button', { name: 'Submit response' }).click();
  await expect(dialog.getByText('The appointment is official.')).toBeVisible();
  await capture(page, 'response-accepted');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Add to device calendar' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.ics$/);
});

test('a request is answered by one tap in its mail, after signing in', async ({ browser, request }) => {
  const [provider, client] = await pair(request);
  const address = String(provider.granted.session_data['email']);
  const booking = await book(request, provider, client, { mode: 'in-person' });
  const mail = await mailTo(request, address, new RegExp(booking.order_id));
  const links = [...mail.text.matchAll(/https?:\/\/\S+&answer=\S+/g)].map(([link]) => new URL(link));
  expect(links.map((link) => link.searchParams.get('answer'))).toEqual(['accepted', 'rejected']);
  const [accept] = links;
  const path = `${accept?.pathname}${accept?.search}`;

  const forged = await pageOf(browser, provider);
  await forged.goto(path.replace(/key=.*/, 'key=of-somebody-else'));
  await expect(
    dialogOf(forged).getByText('This link answers nothing any more. Please look at the request and answer it here.'),
  ).toBeVisible();
  await expect(dialogOf(forged).getByRole('combobox', { name: 'Your response' })).toHaveValue('Accept');
  await capture(forged, 'response-link-ended');

  const page = await pageOf(browser, null);
  await page.goto(path);
  await page.getByLabel('E-mail').fill(address);
  await page.getByLabel('Password', { exact: true }).fill(provider.password ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
  await expect(dialogOf(page).getByText('The appointment is official. Both of you have it by mail.')).toBeVisible();
  await expect(page).not.toHaveURL(/answer=|key=/);
  await capture(page, 'response-by-mail');
});

test('starting opens the meeting; a browser that blocks it is told around', { tag: '@long' }, async ({ browser, request }) => {
  const [provider, client] = await pair(request);
  const booking = await book(request, provider, client);
  await respond(request, provider, booking, 'accepted', LINK);
  const page = await pageOf(browser, provider);
  // Simulates a pop-up blocker and a meeting link that nobody serves.
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.route('https://meet.example.com/**', (route) => route.fulfill({ body: 'The room' }));
  await opened(page, 'upcoming_schedule', 'Review');
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('link', { name: 'Join the session' })).toHaveAttribute('href', LINK);
  await pick(page, 'Your response', 'Start session');
  await expect(dialog.getByLabel('A word to Ivo Marek')).toHaveValue('Our session starts now.');
  await dialog.getByRole('button', { name: 'Submit response' }).click();
  await expect(dialog.getByText('Your browser blocked the new tab.')).toBeVisible();
  await capture(page, 'popup-blocked');
  await dialog.getByRole('button', { name: 'Open the meeting in this window' }).click();
  await expect(page.getByText('The room')).toBeVisible();
});

test('a meeting that opens nowhere is given to be copied', { tag: '@long' }, async ({ browser, request }) => {
  const [provider, client] = await pair(request);
  await respond(request, provider, await book(request, provider, client), 'accepted', LINK);
  const page = await pageOf(browser, provider);
  await page.addInitScript(() => {
    window.open = () => {
      throw new Error('No window can be opened here.');
    };
  });
  await opened(page, 'upcoming_schedule', 'Review');
  await pick(page, 'Your response', 'Start session');
  await dialogOf(page).getByRole('button', { name: 'Submit response' }).click();
  const sentence = `Platform could not open remote link. Copy and paste link in your browser: ${LINK}`;
  await expect(dialogOf(page).getByText(sentence)).toBeVisible();
  await dialogOf(page).getByRole('button', { name: 'Copy the link' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(LINK);
});

test('what cannot be done is said at once: too early, and a second session', { tag: '@long' }, async ({ browser, request }) => {
  const [provider, client] = await pair(request);
  const [first, second] = [await book(request, provider, client), await book(request, provider, client)];
  for (const booking of [first, second]) await respond(request, provider, booking, 'accepted', LINK);
  await respond(request, provider, first, 'ongoing');
  const page = await pageOf(browser, provider);
  await opened(page, 'ongoing_appointments', 'Review');
  await pick(page, 'Your response', 'Complete session');
  await expect(dialogOf(page).getByText("You can't complete an appointment before the agreed start time.")).toBeVisible();
  await capture(page, 'too-early');
  await page.goto('/schedule_manager/upcoming_schedule');
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await pick(page, 'Your response', 'Start session');
  await expect(dialogOf(page).getByText("You can't start another session if there is an ongoing session")).toBeVisible();
});

test('a client may only cancel, and the other side sees it at once', { tag: '@long' }, async ({ browser, request }) => {
  const [provider, client] = await pair(request);
  await book(request, provider, client);
  const [page, other] = [await pageOf(browser, client, 'phone'), await pageOf(browser, provider)];
  await other.goto('/schedule_manager/pending_requests');
  await expect(other.getByRole('article')).toHaveCount(1);
  await opened(page, 'pending_requests', 'Review');
  await page.getByRole('combobox', { name: 'Your response' }).click();
  await expect(page.getByRole('option')).toHaveText(['Cancel appointment']);
  await page.getByRole('combobox', { name: 'Your response' }).click();
  await pick(page, 'Your response', 'Cancel appointment');
  await dialogOf(page).getByRole('button', { name: 'Submit response' }).click();
  await expect(dialogOf(page).getByText('The appointment is cancelled. The time is free again.')).toBeVisible();
  await expect(other.getByText('You have no pending requests.')).toBeVisible();
});

test('a client rates a session, with the choice of trust from three stars on', async ({ browser, request }) => {
  const [provider, client] = await pair(request);
  await book(request, provider, client);
  const page = await pageOf(browser, client, 'phone');
  await changeShownBookings(page, (row) => past(row, { request_status: 'completed', complete_status: 'pending' }));
  const sent: unknown[] = [];
  await page.route('**/api/create_appointment_rating*', async (route) => {
    sent.push(route.request().postDataJSON());
    // The event that a real rating would send to the circle.
    const trust = { iv_provider_id: ownerIdOf(provider), iv_trusted: 'yes' };
    await call(request, 'update_trust_status', trust, client.granted.access_token);
    await route.fulfill({ json: { ...done, data: { notification_data: null, booking_data: null, additional_update: null } } });
  });
  await opened(page, 'pending_review', 'Rate session');
  const dialog = dialogOf(page);
  await page.getByRole('combobox', { name: 'Rating' }).click();
  await expect(page.getByRole('option')).toHaveText(['5 · Excellent', '4 · Very good', '3 · Satisfactory', '2 · Poor', '1 · Terrible']);
  await page.getByRole('combobox', { name: 'Rating' }).click();
  await pick(page, 'Rating', /Poor/);
  await expect(page.getByRole('combobox', { name: 'Add to your trusted providers?' })).toHaveCount(0);
  await pick(page, 'Rating', /Satisfactory/);
  await pick(page, 'Add to your trusted providers?', 'Yes');
  await dialog.getByLabel('Feedback').fill('Good');
  await dialog.getByRole('button', { name: 'Submit rating' }).click();
  await expect(dialog.getByText('The minimum length required for this field is 8')).toBeVisible();
  await capture(page, 'rating');
  await dialog.getByLabel('Feedback').fill('f'.repeat(320));
  await expect(dialog.getByLabel('Feedback')).toHaveValue('f'.repeat(300));
  await dialog.getByRole('button', { name: 'Submit rating' }).click();
  await expect(dialog.getByText('Thank you. Your rating helps others to choose.')).toBeVisible();
  expect(sent).toEqual([expect.objectContaining({ iv_rating: '3', iv_trusted: 'yes', iv_feedback: 'f'.repeat(300) })]);
  await capture(page, 'rating-thanks');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(dialogOf(page).getByRole('link', { name: 'Trusted brands 1' })).toBeVisible();
});

test('a provider asks for a rating, in words that are there already', { tag: '@long' }, async ({ browser, request }) => {
  const [provider, client] = await pair(request);
  await book(request, provider, client);
  const page = await pageOf(browser, provider);
  await changeShownBookings(page, (row) => past(row, { request_status: 'completed', complete_status: 'pending' }));
  await page.route('**/api/create_appointment_request_rating', (route) => route.fulfill({ json: { ...done, data: null } }));
  await opened(page, 'pending_review', 'Request rating');
  await expect(dialogOf(page).getByLabel('Your message')).toHaveValue('Thank you for the session. Would you take a moment to rate it?');
  await capture(page, 'request-rating');
  await dialogOf(page).getByRole('button', { name: 'Send request' }).click();
  await expect(dialogOf(page).getByText('Your client was asked to rate the session.')).toBeVisible();
});
