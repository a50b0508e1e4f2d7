import { expect, longUnless, test } from './fixtures';
import { authenticate, bookableProvider, panel, pressTime, singly, toDay, toTimes, visitor } from './bookable';
import { sizeNames } from './devices';
import { flowSizes, capture } from './screenshots';
import { codeIn, mailTo, newPerson } from './people';
import { wholeAnswer } from './whole-answer';

/** The four views of a booking, for guests, clients and the provider (product.md 4.3 and 4.4). */

for (const size of flowSizes) {
  test(`what is missing is said, word for word (${size})`, { tag: '@long' }, async ({ browser, request }) => {
    const provider = await bookableProvider(request, 'Nadia Kessler');
    const page = await visitor(browser, null, { size });
    await page.goto(`/p/${provider.username}`);

    await panel.service(page, /First assessment/).check();
    await expect(page.getByText('Select a service delivery mode to proceed with your request.')).toBeVisible();
    await panel.service(page, /First assessment/).uncheck();
    await panel.service(page, /Home visit/).check();
    await expect(page.getByText('€1,200', { exact: true }).last()).toBeVisible();
    await panel.mode(page, 'Remote').click();
    await expect(page.getByText('This provider does not offer remote services.')).toBeVisible();
    await expect(panel.next(page, 'Book session')).toBeDisabled();
    await capture(page, `booking-mode-not-offered-${size}`);
    await panel.service(page, /Home visit/).uncheck();
    await panel.service(page, /Back relief plan/).check();
    await expect(page.locator('[aria-live]').getByText('Free', { exact: true })).toBeVisible();
    await panel.service(page, /First assessment/).check();
    await expect(page.getByText('1 hr 20 mins', { exact: true })).toBeVisible();
    await capture(page, `booking-services-${size}`);
    await panel.next(page, 'Book session').click();

    await toDay(page, 2);
    await singly(page);
    await pressTime(page, 0);
    await expect(page.getByText('30 mins is not sufficient time for your 2 selected services.')).toBeVisible();
    await expect(panel.next(page, 'Complete booking')).toBeDisabled();
    await capture(page, `booking-time-short-${size}`);
    for (const nth of [1, 2]) await pressTime(page, nth);
    await expect(
      page.getByText('You have selected 1 hr 30 mins, but only 1 hr 20 mins is required for your 2 selected services'),
    ).toBeVisible();
    await expect(panel.next(page, 'Complete booking')).toBeEnabled();
  });

  test(`a guest books several sessions, and loses nothing on the way (${size})`, async ({ browser, request }) => {
    const provider = await bookableProvider(request, 'Nadia Kessler');
    const guest = newPerson('Olu Adebayo');
    const page = await visitor(browser, null, { size });
    await page.goto(`/p/${provider.username}`);
    await toTimes(page, [/Back relief plan/, /First assessment/], 'Remote');
    await toDay(page, 2);
    await singly(page);
    for (const nth of [0, 1]) await pressTime(page, nth);
    await panel.days(page).nth(3).click();
    await pressTime(page, 4);
    await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(3);
    await capture(page, `booking-times-${size}`);
    await panel.next(page, 'Complete booking').click();
    await expect(panel.heading(page, 'Your request')).toBeFocused();

    await page.getByLabel('A word to Nadia Kessler').fill('I sit all day.');
    await page.getByLabel('Name', { exact: true }).fill(guest.name);
    await panel.next(page, 'Prev').click();
    await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(3);
    await panel.next(page, 'Prev').click();
    await expect(panel.service(page, /First assessment/)).toBeChecked();
    await panel.next(page, 'Book session').click();
    await panel.next(page, 'Complete booking').click();
    await panel.next(page, 'Edit').click();
    await expect(panel.heading(page, 'Book a session')).toBeFocused();
    await panel.next(page, 'Book session').click();
    await panel.next(page, 'Complete booking').click();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(guest.name);
    await authenticate(page, guest.name, guest.email);
    const mailed = await page.getByLabel('Code').inputValue();
    await page.getByLabel('Code').fill(mailed === '111111' ? '222222' : '111111');
    await panel.next(page, 'Authenticate and confirm booking').click();
    await expect(page.getByLabel('Code')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator('[data-session]')).toHaveCount(2);
    await capture(page, `booking-wrong-code-${size}`);
    // Phones drop a background page while the mail is read; the guest types only the code again.
    await page.reload();
    await expect(page.getByLabel('A word to Nadia Kessler')).toHaveValue('I sit all day.');
    await page.getByLabel('Code').fill(mailed);
    await panel.next(page, 'Authenticate and confirm booking').click();

    await expect(panel.sent(page)).toBeVisible();
    await expect(page.locator('[data-session]')).toHaveCount(2);
    await expect(page.getByText(`The link to your request is in the mail to ${guest.email}`)).toBeVisible();
    await expect(page.getByRole('button', { name: /calendar/i })).toHaveCount(0);
    await capture(page, `booking-sent-guest-${size}`);
    expect((await mailTo(page.request, guest.email, /request/i)).text).toContain('/guest_client/');

    await panel.next(page, 'Book another session').click();
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
    await expect(panel.service(page, /First assessment/)).not.toBeChecked();
    await expect(panel.heading(page, 'Book a session')).toBeFocused();
  });

  test(`a client confirms at once, also after signing in on the way (${size})`, { tag: '@long' }, async ({ browser, request }) => {
    const provider = await bookableProvider(request, 'Nadia Kessler');
    const client = newPerson('Ivo Marek');
    const page = await visitor(browser, null, { size });
    await page.goto(`/p/${provider.username}`);
    await toTimes(page, [/Back relief plan/], 'In person');
    await toDay(page, 2);
    const start = await pressTime(page, 3);
    await panel.next(page, 'Complete booking').click();
    await page.getByRole('link', { name: 'Sign in instead' }).click();
    await page.getByRole('link', { name: 'Create' }).click();
    await page.getByLabel('Full name').fill(client.name);
    await page.getByLabel('E-mail').fill(client.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(client.password);
    await page.getByRole('button', { name: 'Create account' }).click();

    await expect(page).toHaveURL(new RegExp(`/p/${provider.username}$`));
    await expect(page.locator(`[data-session="${start}"]`)).toBeVisible();
    await capture(page, `booking-summary-client-${size}`);
    await panel.next(page, 'Confirm booking').click();
    const dialog = page.getByRole('dialog', { name: 'Confirm your e-mail address' });
    await dialog.getByLabel('Code of six digits').fill(codeIn(await mailTo(request, client.email, /confirm_account/)));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(panel.sent(page)).toBeVisible();
    await expect(page.getByText('Torstrasse 1, 10119 Berlin')).toBeVisible();
    await capture(page, `booking-sent-client-${size}`);
    await page.getByRole('link', { name: 'See my requests' }).click();
    await expect(page).toHaveURL(/\/schedule_manager\/pending_requests$/);
  });
}

test('the provider sees the own page as clients do, and cannot book it', { tag: '@long' }, async ({ browser, request }) => {
  const provider = await bookableProvider(request, 'Nadia Kessler');
  for (const size of sizeNames) {
    const page = await visitor(browser, provider, { size });
    await page.goto(`/p/${provider.username}`);
    await expect(page.getByText('This is how clients see and book you.')).toBeVisible();
    await expect(page.getByText('Home visit')).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await expect(panel.next(page, 'Book session')).toHaveCount(0);
    await capture(page, `booking-own-page-${size}`);
  }
});

for (const size of sizeNames) {
  test(
    `the page has four tabs and one booking, which waits while the others are looked at (${size})`,
    longUnless(size === 'phone'),
    async ({ browser, request }) => {
      const provider = await bookableProvider(request, 'Nadia Kessler');
      const page = await visitor(browser, null, { size });
      await page.goto(`/p/${provider.username}`);
      await expect(page.getByRole('tab')).toHaveText(['Book', 'Reviews', 'Posts', 'Info']);
      await toTimes(page, [/Back relief plan/], 'Remote');
      await toDay(page, 2);
      const start = await pressTime(page, 1);
      for (const name of ['Reviews', 'Posts', 'Info']) {
        await page.getByRole('tab', { name }).click();
        await expect(panel.heading(page, 'Pick a time')).toBeHidden();
        await expect(page.locator('[data-view]')).toHaveCount(1);
        await capture(page, `provider-${name.toLowerCase()}-${size}`);
      }
      const book = page.getByRole('tab', { name: 'Book', exact: true });
      if (size === 'desktop') await page.getByRole('button', { name: 'Book a session' }).click();
      else await book.click();
      await expect(book).toBeFocused();
      await expect(panel.time(page, start)).toHaveAttribute('aria-pressed', 'true');
      await expect(panel.next(page, 'Complete booking')).toBeEnabled();
    },
  );
}

test('a day on which all is taken can be looked at, and says so', { tag: '@long' }, async ({ browser, request }) => {
  const provider = await bookableProvider(request, 'Nadia Kessler');
  const page = await visitor(browser, null);
  await page.route('**/api/get_available_slots?*', async (route) => {
    const answer = (await (await wholeAnswer(route)).json()) as { data: { days: { date: string; slots: unknown[] }[] } };
    for (const day of answer.data.days) if (day.date.endsWith('-03')) day.slots = [];
    await route.fulfill({ json: answer });
  });
  await page.goto(`/p/${provider.username}`);
  await toTimes(page, [/Back relief plan/], 'Remote');
  await toDay(page, 0);
  await page
    .getByRole('region', { name: 'Pick a day' })
    .getByRole('button', { name: /\b3 .*, no free time$/ })
    .click();
  await expect(page.getByText(/^No available appointments on \w+,? 3 \w+$/)).toBeVisible();
  await capture(page, 'booking-day-full-desktop');
});
