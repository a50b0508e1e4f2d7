import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from './fixtures';
import { visitor } from './bookable';
import { book, guestLink, newGuest, ownerIdOf } from './bookings';
import { createPost } from './own-posts';
import { newPerson } from './people';
import { captureSizes } from './screenshots';
import { reportAccount } from './reported';
import { call, confirmAddress, seedAccount, type SeededPerson, seedProvider, staffMember } from './seeded-people';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const row = (page: Page, name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name }).getByRole('link');

test('a reported post is seen with its evidence, hidden from everybody but its owner, and shown again', async ({ browser, request }) => {
  // A unique name, because all tests share the queue.
  const name = `Balthasar Quirk ${randomUUID().slice(0, 4)}`;
  const [owner, one, another, staff] = await Promise.all([
    seedProvider(request, name),
    seedAccount(request, 'Hana Sato'),
    seedAccount(request, 'Ivo Marek'),
    staffMember(request),
  ]);
  const post = await createPost(request, owner, { iv_post_brief: 'Cured in a day, or twice your money back' });
  await reportAccount(request, one, owner, { iv_report_type: 'posts', iv_report_issue_id: post }, 'He took 200 euros and never came.');
  await reportAccount(request, another, owner, { iv_report_type: 'posts', iv_report_issue_id: post });
  const seen = async () => (await request.get(`/api/get_feed_post/${post}`)).status();
  expect(await seen()).toBe(200);

  const page = await visitor(browser, staff);
  await page.goto('/feed');
  await page.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Staff' }).click();
  await expect(page).toHaveURL('/staff/reports');
  const queued = page.getByRole('main').getByRole('listitem').filter({ hasText: name });
  await expect(queued).toHaveCount(2);
  await expect(queued.first()).toContainText('2 reports on this');
  await expect(queued.first()).toContainText('From Hana Sato');
  const types = page.getByRole('radiogroup', { name: 'What was reported' });
  await types.getByText('Appointments').click();
  await expect(queued).toHaveCount(0);
  await types.getByText('Posts').click();
  await captureSizes(page, 'staff-queue');
  await queued.first().getByRole('link').click();

  await expect(page.getByRole('heading', { level: 1, name: 'Fraud & Scams' })).toBeVisible();
  await expect(async () => {
    const again = page.getByRole('button', { name: 'Look again' });
    if (await again.isVisible()) await again.click();
    await expect(page.getByText('Cured in a day, or twice your money back')).toBeVisible({ timeout: 1000 });
  }).toPass();
  const picture = page.getByRole('img', { name: 'Picture 1 of 1' });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(page.getByText('He took 200 euros and never came.')).toBeVisible();
  await press(page, 'Decide');
  await expect(page.getByText('Select an action from the drop down.')).toBeVisible();
  await captureSizes(page, 'staff-report');

  await page.getByRole('radio', { name: 'Hide the post' }).click();
  await page.getByLabel(/^Note to the reported person/).fill('Please promise nothing that you cannot keep.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Post hidden').first()).toBeVisible();
  await expect(page.getByText('The staff hide this post.')).toBeVisible();
  await expect(page.getByText(`hid a post of ${name}`)).toBeVisible();
  await expect(page.getByRole('link', { name: /^(Next report|Back to the reports)$/ }).last()).toBeFocused();
  await expect.poll(seen).toBe(404);
  await captureSizes(page, 'staff-decided');

  const home = await visitor(browser, owner);
  await home.goto('/my_posts');
  const card = home.getByRole('article').filter({ hasText: 'Cured in a day' });
  await expect(card.getByText('Hidden by Openhours')).toBeVisible();
  await captureSizes(home, 'my-posts-hidden');
  await card.getByRole('link', { name: 'Ask us to look again' }).click();
  await expect(home.getByRole('combobox', { name: 'What is it about?' })).toHaveValue('Appeal against a decision');
  await home.goto('/staff/reports');
  await expect(home).toHaveURL('/feed');
  await home.context().close();

  await press(page, 'Show the post again');
  const dialog = page.getByRole('dialog', { name: 'Show the post again' });
  await dialog.getByRole('button', { name: 'Show the post again' }).click();
  await expect(dialog.getByText('This Field cannot be empty')).toBeVisible();
  await dialog.getByLabel('Reason').fill('It was mended.');
  await dialog.getByRole('button', { name: 'Show the post again' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Hide the post' })).toBeVisible();
  await expect.poll(seen).toBe(200);

  // The evidence stays for the staff after the owner deletes the post.
  const deletion = { iv_post_id: post, iv_action: 'delete' };
  await call(request, 'feed_post_delete_archive_restore', deletion, owner.granted.access_token);
  await expect.poll(seen).toBe(404);
  await page.reload();
  await expect(page.getByText('Cured in a day, or twice your money back')).toBeVisible();
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  // The decision also closed the other report about the same post.
  await page.getByRole('link', { name: 'Reports', exact: false }).first().click();
  await page.getByRole('tab', { name: 'Decided' }).click();
  await expect(queued).toHaveCount(2);
  await page.getByRole('link', { name: 'Log' }).click();
  await expect(page.getByText(`showed a post of ${name} again`)).toBeVisible();
  await captureSizes(page, 'staff-log-filled');
});

test('whoever is suspended for an appointment is signed out and kept out, until they are restored', async ({ browser, request }) => {
  const person = newPerson('Ophelia Grimm');
  const signedUp = { iv_name: person.name, iv_email: person.email, iv_password: person.password, iv_device_data: '{}' };
  const client: SeededPerson = { granted: await call(request, 'sign_up', signedUp), username: '' };
  await confirmAddress(request, person.email, client.granted.access_token);
  const [provider, staff] = await Promise.all([seedProvider(request, 'Tilda Moss'), staffMember(request)]);
  const { order_id } = await book(request, provider, client);
  await reportAccount(request, provider, client, { iv_report_type: 'appointments', iv_report_issue_id: order_id });
  const theirs = await visitor(browser, client);
  await theirs.goto('/my_settings');
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible();

  const page = await visitor(browser, staff);
  await page.goto('/staff/reports?type=appointments');
  await row(page, 'Ophelia Grimm').click();
  await expect(async () => {
    const again = page.getByRole('button', { name: 'Look again' });
    if (await again.isVisible()) await again.click();
    await expect(page.getByText('Back relief plan')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(page.getByText('pending', { exact: true })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Hide the post' })).toHaveCount(0);
  await page.getByRole('radio', { name: 'Suspend the account' }).click();
  await press(page, 'Decide');
  await expect(page.getByText(/^Suspend this account\? They are signed out/)).toBeVisible();
  await captureSizes(page, 'staff-suspend');
  await press(page, 'Suspend');
  await expect(page.getByText('Account suspended').first()).toBeVisible();

  await expect(theirs).not.toHaveURL(/my_settings/);
  await theirs.context().close();
  const outside = await visitor(browser, null);
  await outside.goto('/sign_in');
  const signIn = async () => {
    await outside.getByLabel('E-mail').fill(person.email);
    await outside.getByRole('textbox', { name: 'Password' }).fill(person.password);
    await outside.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  };
  await signIn();
  await expect(outside.getByText(/^This account is suspended/)).toBeVisible();
  await captureSizes(outside, 'sign-in-suspended');
  await expect(outside.getByRole('link', { name: 'Ask us to look again' })).toHaveAttribute('href', '/user_request?topic=appeal');

  await page.getByRole('link', { name: 'Ophelia Grimm' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ophelia Grimm' })).toBeVisible();
  await captureSizes(page, 'staff-account');
  await press(page, 'Restore the account');
  const dialog = page.getByRole('dialog', { name: 'Restore Ophelia Grimm' });
  await dialog.getByLabel('Reason').fill('They put it right.');
  await captureSizes(page, 'staff-restore');
  await dialog.getByRole('button', { name: 'Restore the account' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/restored Ophelia Grimm/)).toBeVisible();
  await expect(async () => {
    await signIn();
    await expect(outside).toHaveURL('/feed', { timeout: 2000 });
  }).toPass();
});

test('a reported message is seen among those around it, and its author warned', { tag: '@long' }, async ({ browser, request }) => {
  const [provider, client, staff] = await Promise.all([
    seedProvider(request, 'Rufus Snide'),
    seedAccount(request, 'Hana Sato'),
    staffMember(request),
  ]);
  await book(request, provider, client);
  const writes = async (from: SeededPerson, to: SeededPerson, iv_text: string) => {
    const message = { iv_owner_id: ownerIdOf(to), iv_text };
    return (await call<{ message: { message_id: string } }>(request, 'send_message', message, from.granted.access_token)).message
      .message_id;
  };
  await writes(client, provider, 'Could we move it by an hour?');
  const rude = await writes(provider, client, 'Could you be any more stupid?');
  await writes(client, provider, 'Please do not talk to me like that.');
  await reportAccount(request, client, provider, { iv_report_type: 'messages', iv_report_issue_id: rude });

  const page = await visitor(browser, staff);
  await page.goto('/staff/reports?type=messages');
  await row(page, 'Rufus Snide').click();
  const thread = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /Could|Please/ });
  await expect(async () => {
    const again = page.getByRole('button', { name: 'Look again' });
    if (await again.isVisible()) await again.click();
    await expect(thread).toHaveCount(3, { timeout: 1000 });
  }).toPass();
  await expect(thread.nth(0)).toContainText('Hana Sato');
  await expect(thread.nth(1)).toContainText('Rufus Snide');
  await expect(thread.nth(1).getByText('reported', { exact: true })).toBeVisible();
  await expect(page.getByText('reported', { exact: true })).toHaveCount(1);
  await captureSizes(page, 'staff-message');
  await page.getByRole('radio', { name: 'Warn' }).click();
  await press(page, 'Decide');
  await expect(page.getByText(/warned Rufus Snide/)).toBeVisible();
});

test(
  'accounts are found by name and address, and a provider is given the verified mark',
  { tag: '@long' },
  async ({ browser, request }) => {
    const [provider, staff] = await Promise.all([seedProvider(request, 'Quentin Farrow'), staffMember(request)]);
    const page = await visitor(browser, staff);
    await page.goto('/staff/accounts');
    await expect(page.getByRole('heading', { name: 'Why do you open this?' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(0);
    await captureSizes(page, 'staff-reading-reason');
    await page.getByRole('link', { name: 'To answer a request' }).click();
    await page.getByLabel('Name, username or e-mail').fill('nobody-is-called-like-this');
    await expect(page.getByText('Nobody is called like that.')).toBeVisible();
    await page.getByLabel('Name, username or e-mail').fill(String(provider.granted.session_data['email']));
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
    await captureSizes(page, 'staff-accounts-found');
    await row(page, 'Quentin Farrow').click();
    await press(page, 'Give the verified mark');
    const dialog = page.getByRole('dialog', { name: 'Give the verified mark' });
    await dialog.getByRole('button', { name: 'Give the verified mark' }).click();
    await expect(page.getByText('The mark is given')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Take back the verified mark' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('img', { name: 'Verified' })).toBeVisible();
    const profile = await request.get(`/api/get_provider_profile?owner_id=${ownerIdOf(provider)}`);
    expect(
      ((await profile.json()) as { data: { account_data: { manual_verification: string } } }).data.account_data.manual_verification,
    ).toBe('verified');
  },
);

test('the staff end the link to a guest’s booking, with a reason that the log keeps', { tag: '@long' }, async ({ browser, request }) => {
  const [provider, staff] = await Promise.all([seedProvider(request, 'Pia Lorentz'), staffMember(request)]);
  const guest = newGuest();
  const { order_id } = await book(request, provider, null, { guest });
  const stolen = await guestLink(request, guest);
  const question = `My phone with the link was stolen (${order_id}).`;
  await call(request, 'create_user_request', { iv_topic: 'support', iv_text: question, iv_name: guest.name, iv_email: guest.email });

  const page = await visitor(browser, staff);
  await page.goto('/staff/requests');
  await row(page, question).click();
  const bookings = page.getByRole('region', { name: 'The guest’s bookings' });
  await bookings.getByRole('button', { name: 'Find the bookings' }).click();
  const found = bookings.getByRole('listitem').filter({ hasText: 'Pia Lorentz' });
  await expect(found).toBeVisible();
  await found.scrollIntoViewIfNeeded();
  await captureSizes(page, 'staff-guest-bookings');
  await found.getByRole('button', { name: 'End the guest’s link' }).click();
  const dialog = page.getByRole('dialog', { name: 'End the guest’s link' });
  const end = dialog.getByRole('button', { name: 'End the guest’s link' });
  await end.click();
  await expect(dialog.getByText('This Field cannot be empty')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Their phone was stolen.');
  await captureSizes(page, 'staff-end-guest-link');
  await end.click();
  await expect(page.getByText('The link has ended, and a new one is on its way')).toBeVisible();
  await expect(dialog).toBeHidden();
  const token = new URL(stolen, 'http://localhost').searchParams.get('token') ?? '';
  await expect.poll(async () => (await request.get(`/api/get_guest_booking/${order_id}`, { params: { token } })).status()).toBe(401);
  await page.goto('/staff/log');
  const logged = page.getByRole('main').getByRole('listitem');
  await expect(logged.filter({ hasText: 'ended a guest’s link' }).first()).toContainText('Their phone was stolen.');
  await expect(logged.filter({ hasText: 'looked at the bookings of a guest' }).first()).toBeVisible();
});
