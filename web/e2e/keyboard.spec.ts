import { expect, test, type Page } from './fixtures';
import { listen } from './accessibility/announcements';
import { opensAndCloses, paste, press, tabTo, type } from './accessibility/keyboard';
import { bookableProvider, panel, visitor } from './bookable';
import { book, respond } from './bookings';
import { createPost } from './own-posts';
import { codeIn, mailTo, newPerson } from './people';
import { seedAccount, seedProvider } from './seeded-people';

/** What people do without a mouse and without seeing the page. */

const link = 'https://meet.example.com/room/42';

test('a guest finds a provider and books, by keyboard alone', async ({ browser, request }) => {
  const provider = await bookableProvider(request, 'Nadia Kessler');
  const guest = newPerson('Olu Adebayo');
  const page = await visitor(browser, null);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/feed');
  await tabTo(page, page.getByRole('link', { name: 'Skip to the content' }));
  await press(page, page.getByRole('link', { name: 'Search', exact: true }).first());
  await type(page, page.getByRole('searchbox'), provider.username.replaceAll('_', ' '));
  await page.goto(`/p/${provider.username}`);

  await press(page, panel.service(page, /Back relief plan/), 'Space');
  await press(page, page.getByRole('radio', { name: 'In person' }), 'Space');
  await press(page, panel.next(page, 'Book session'));
  await expect(panel.heading(page, 'Pick a time')).toBeFocused();
  await tabTo(page, page.locator('[data-date][tabindex="0"]'));
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-date]:focus')).toHaveCount(1);
  await page.keyboard.down('Shift');
  await tabTo(page, panel.next(page, 'Month'));
  await page.keyboard.up('Shift');
  await page.keyboard.press('Enter');
  await tabTo(page, page.locator('[data-date][tabindex="0"]'));
  await page.keyboard.press('PageDown');
  const month = page.getByRole('region', { name: 'Pick a day' });
  await expect(month).toHaveAttribute('aria-busy', 'false');
  await expect(month.locator('[data-date]:focus')).toHaveAttribute('data-date', /-01$/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(month.locator('[data-date]:focus')).toHaveAttribute('data-date', /-09$/);
  await page.keyboard.press('Enter');
  await press(page, panel.times(page).first(), 'Space');
  await expect(panel.times(page).first()).toHaveAttribute('aria-pressed', 'true');
  await press(page, panel.next(page, 'Complete booking'));
  await type(page, page.getByLabel('A word to Nadia Kessler'), 'I sit all day.');
  await type(page, page.getByLabel('Name', { exact: true }), guest.name);
  await type(page, page.getByLabel('E-mail'), guest.email);
  await press(page, panel.next(page, 'Continue as guest'));
  await expect(page.getByLabel('Code')).toBeVisible();
  await paste(page, page.getByLabel('Code'), codeIn(await mailTo(request, guest.email, /code/i)));
  await press(page, panel.next(page, 'Authenticate and confirm booking'));
  await expect(panel.heading(page, 'Request sent')).toBeFocused();
  // What was asked once is not asked again (WCAG 3.3.7).
  await press(page, panel.next(page, 'Book another session'));
  await expect(panel.heading(page, 'Book a session')).toBeFocused();
});

test('somebody signs in, accepts a request and writes a message, by keyboard alone', { tag: '@long' }, async ({ browser, request }) => {
  const [provider, client] = [await seedProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Ivo Marek')];
  await book(request, provider, client);
  const page = await visitor(browser, null);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/sign_in');
  const password = page.getByLabel('Password', { exact: true });
  await press(page, page.getByRole('main').getByRole('button', { name: 'Sign in' }));
  // An error takes the focus to its field, whose description it is.
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription('This Field cannot be empty');
  await type(page, page.getByLabel('E-mail'), String(provider.granted.session_data['email']));
  await paste(page, password, String(provider.password));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/feed');
  await page.goto('/schedule_manager/pending_requests');
  await press(page, page.getByRole('button', { name: 'Review', exact: true }));
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByRole('combobox', { name: 'Your response' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'Accept' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('combobox', { name: 'Your response' })).toHaveValue('Accept');
  await type(page, dialog.getByLabel('Meeting link'), link);
  await press(page, dialog.getByRole('button', { name: 'Submit response' }));
  await expect(dialog.getByText('The appointment is official.')).toBeVisible();
  await press(page, dialog.getByRole('link', { name: 'Write a message' }));
  await type(page, page.getByRole('textbox', { name: 'Write a message to Ivo Marek' }), 'See you on Monday.');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Messages with Ivo Marek' }).getByText('See you on Monday.')).toBeVisible();
});

type Opener = [role: 'button' | 'link', name: string | RegExp];

/** Goes to the address and opens and closes what these open. `owner` is who has a menu in the page's header. */
async function opens(page: Page, address: string, openers: readonly Opener[], owner?: string): Promise<void> {
  await page.goto(address);
  // A page that the server rendered takes no key before the app has started, which knows who is signed in.
  if (owner) await expect(page.getByRole('button', { name: `Menu of ${owner}` })).toBeVisible();
  for (const [role, name] of openers) await opensAndCloses(page, page.getByRole('main').getByRole(role, { name }).first());
}

test('dialogs, sheets and menus take the focus, keep it, and give it back', async ({ browser, request }) => {
  const [provider, client] = [await bookableProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Ivo Marek')];
  await createPost(request, provider, { iv_post_brief: 'Five minutes for your back' });
  const [page, theirs] = [await visitor(browser, client), await visitor(browser, provider, { size: 'phone' })];
  const shareAndCircle: Opener[] = [
    ['button', 'Share'],
    ['button', 'Add to circle'],
  ];
  await opens(page, `/p/${provider.username}`, shareAndCircle, 'Ivo Marek');
  const posts: Opener[] = [
    ['button', 'Create post'],
    ['button', 'Manage post'],
  ];
  await opens(theirs, '/my_posts', posts);
  for (const name of ['Menu', 'Calendar'])
    await opensAndCloses(theirs, theirs.getByRole('navigation', { name: 'Tabs' }).getByRole('button', { name }));
});

test('so do those of the search, the schedule and the settings', { tag: '@long' }, async ({ browser, request }) => {
  const [provider, client] = [await bookableProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Ivo Marek')];
  await respond(request, provider, await book(request, provider, client), 'accepted', link);
  const [page, theirs] = [await visitor(browser, client), await visitor(browser, provider, { size: 'phone' })];
  const filters: Opener[] = [
    ['button', /^Industry/],
    ['button', /^Price/],
    ['link', /Book with/],
  ];
  await opens(page, '/search', filters, 'Ivo Marek');
  await opens(page, '/schedule_manager/upcoming_schedule', [['button', 'Review']], 'Ivo Marek');
  await opens(theirs, '/my_services', [['button', 'Add a service']]);
  await opens(theirs, '/appointment_booking_settings', [['button', /^Copy to other days/]]);
});

test('what changes by itself is announced', async ({ browser, request }) => {
  const [provider, client] = [await bookableProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Ivo Marek')];
  const other = await seedAccount(request, 'Mei Tanaka');
  await respond(request, provider, await book(request, provider, client), 'accepted', link);

  const page = await visitor(browser, client);
  const heard = await listen(page);
  await page.goto(`/p/${provider.username}`);
  await panel.service(page, /Back relief plan/).check();
  await expect.poll(heard).toContainEqual(expect.stringContaining('Select a service delivery mode to proceed'));
  await panel.mode(page, 'Remote').click();
  await panel.next(page, 'Book session').click();
  // The day of the first time that is booked by calls.
  const day = page.locator(`[data-date="${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}"]`);
  await day.click();
  await expect(panel.times(page).first()).toBeVisible();
  const booking = await book(request, provider, other);
  await expect.poll(heard, { message: 'a time that somebody else takes' }).toContainEqual(expect.stringMatching(/taken/));

  const theirs = await visitor(browser, other);
  const heardThere = await listen(theirs);
  await theirs.goto('/my_bookmarks');
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(theirs.getByRole('link', { name: 'Alerts', exact: true })).toBeVisible();
  await respond(request, provider, booking, 'rejected');
  await expect.poll(heardThere, { message: 'an alert' }).toContainEqual(expect.stringMatching(/^Alerts, \d+ new$/));
  await theirs.goto('/user_request?topic=appeal');
  await theirs.getByLabel('Your message').fill('How do I change my address?');
  await theirs.route('**/api/create_user_request', (route) =>
    route.fulfill({ status: 500, json: { status: false, message: { main_msg: 'Something is broken here.', iv_msg: {} }, data: null } }),
  );
  await theirs.getByRole('button', { name: 'Send', exact: true }).click();
  await expect
    .poll(heardThere, { message: 'an error' })
    .toContainEqual(expect.stringMatching(/Something is broken here|Temporary server issue/));
});
