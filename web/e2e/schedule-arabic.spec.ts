import { expect, test } from './fixtures';
import { book, capture, pageOf } from './bookings';
import { seedAccount, seedProvider } from './seeded-people';

/** The schedule and its settings in Arabic, written from right to left. */

const screens = [
  ['list', '/schedule_manager/pending_requests'],
  ['calendar', '/schedule_manager/pending_requests?tab=calendar'],
  ['settings', '/appointment_booking_settings'],
] as const;

for (const [name, path] of screens) {
  test(`the ${name} reads from right to left in Arabic`, async ({ browser, request }) => {
    const [provider, client] = [await seedProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Ivo Marek')];
    // Without bookings, because the appointment alert would open over the settings.
    if (name !== 'settings') await book(request, provider, client);
    const page = await pageOf(browser, provider);
    await page.addInitScript(() => localStorage.setItem('language', 'ar'));
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await capture(page, `arabic-${name}`);
  });
}
