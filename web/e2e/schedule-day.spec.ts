import { expect, test, type Page } from './fixtures';
import { book, capture, pageOf, respond } from './bookings';
import { mailTo } from './people';
import { call, seedAccount, seedProvider } from './seeded-people';

/** A provider's day: what comes next, what waits, what has changed; paper; and a day off on which somebody has booked. */

const changes = (page: Page) => page.getByRole('region', { name: /^New since your last look/ });

test('a provider runs a day, prints it, and closes a day on which somebody has booked', { tag: '@long' }, async ({ browser, request }) => {
  const [provider, ivo, ana] = [
    await seedProvider(request, 'Nadia Kessler'),
    await seedAccount(request, 'Ivo Marek'),
    await seedAccount(request, 'Ana Lindqvist'),
  ];
  const agreed = await book(request, provider, ivo);
  await respond(request, provider, agreed, 'accepted', 'https://meet.example.com/room/42');
  const { client_id } = await call<{ client_id: string }>(
    request,
    `get_client_of_order/${agreed.order_id}`,
    null,
    provider.granted.access_token,
  );
  await call(
    request,
    'update_client',
    { iv_client_id: client_id, iv_note: 'Brings her own mat', iv_tags: ['Mornings'] },
    provider.granted.access_token,
  );
  const asked = await book(request, provider, ana, { mode: 'in-person' });

  const page = await pageOf(browser, provider);
  await page.goto('/schedule_manager');
  await expect(page).toHaveURL(/\/schedule_manager\/today$/);
  const next = page.getByRole('article', { name: 'Next: Ivo Marek' });
  await expect(next.getByText('Brings her own mat')).toBeVisible();
  await expect(next.getByText('Hello, I would like to book')).toBeVisible();
  await expect(next.getByRole('link', { name: 'Join the session' })).toHaveAttribute('href', 'https://meet.example.com/room/42');
  await expect(changes(page).getByText('Requested: Ana Lindqvist')).toBeVisible();
  await capture(page, 'day');
  const unseen = async () => {
    const { changes: found } = await call<{ changes: { is_new: boolean }[] }>(
      request,
      'get_schedule_changes',
      null,
      provider.granted.access_token,
    );
    return found.filter(({ is_new }) => is_new).length;
  };
  await expect.poll(unseen).toBe(0);

  // Answered in place, and seen on every device.
  await page
    .getByRole('region', { name: /^Waits for your answer/ })
    .getByRole('button', { name: 'Accept' })
    .click();
  await expect(page.getByText('Nothing waits for you.')).toBeVisible();
  const phone = await pageOf(browser, provider, 'phone');
  await phone.goto('/schedule_manager/today');
  await expect(changes(phone).getByText('Nothing has changed.')).toBeVisible();
  await respond(request, ana, asked, 'cancelled');
  await expect(changes(phone).getByText('Cancelled: Ana Lindqvist')).toBeVisible();

  // Another day, on paper.
  await phone.getByRole('navigation', { name: 'Choose a day' }).getByRole('button', { name: 'The week after' }).click();
  await expect(phone).toHaveURL(/\?day=/);
  await phone.getByRole('navigation', { name: 'Choose a day' }).getByRole('button', { name: 'Today' }).click();
  await expect(phone).not.toHaveURL(/\?day=/);
  await page.goto(`/schedule_manager/today?day=${agreed.provider_start_time.slice(0, 10)}`);
  await expect(page.getByRole('button', { name: /^Ivo Marek/ })).toBeVisible();
  await page.evaluate(() => (window.print = () => document.documentElement.setAttribute('data-printed', '')));
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('[data-printed]')).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('table').getByRole('row')).toContainText(['Time', 'Ivo Marek']);
  await expect(page.getByRole('main')).toBeHidden();
  const sheet = page.locator('[data-print-sheet]');
  await expect(sheet).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(sheet).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.emulateMedia({ media: 'screen' });
  await phone.goto('/schedule_manager/upcoming_schedule?tab=calendar');
  await expect(phone.getByRole('listitem').getByRole('button', { name: /Ivo Marek/ })).toBeVisible();
  await capture(phone, 'agenda', ['phone']);

  // A day off, with who has booked on it.
  await page.goto('/appointment_booking_settings');
  await page.getByRole('button', { name: 'Add days' }).click();
  await page.getByLabel('First day').fill(agreed.provider_start_time.slice(0, 10));
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Save business hours' }).click();
  const dialog = page.getByRole('dialog', { name: 'There are appointments at these times' });
  await expect(dialog.getByRole('checkbox', { name: /^Ivo Marek/ })).toBeChecked();
  await capture(page, 'booked-time');
  await dialog.getByLabel('Why').fill('The studio is closed that day.');
  await dialog.getByRole('button', { name: 'Save and ask 1 client' }).click();
  await expect(page.getByText('1 client was asked to choose another time.')).toBeVisible();

  const mail = await mailTo(request, String(ivo.granted.session_data['email']), /asks you to choose another time/);
  expect(mail.text).toContain('The studio is closed that day.');
  expect(mail.text).toContain('Free instead');
  const link = /https?:\S+&move=yes/.exec(mail.text)?.[0] ?? '';
  const mine = await pageOf(browser, ivo);
  await mine.goto(new URL(link).pathname + new URL(link).search);
  await expect(mine.getByRole('dialog').getByRole('heading', { name: 'Propose another time' })).toBeVisible();
  await expect(mine).not.toHaveURL(/move=/);
});
