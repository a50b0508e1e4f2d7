import { expect, test } from './fixtures';
import { booked, look, pageOf } from './bookings';
import { newResident, providerResident } from './residents';

/** The schedule and its settings from right to left. */

const screens = [
  ['list', '/schedule_manager/pending_requests'],
  ['calendar', '/schedule_manager/pending_requests?tab=calendar'],
  ['settings', '/appointment_booking_settings'],
] as const;

for (const [name, path] of screens) {
  test(`the ${name} reads from right to left in Arabic`, async ({ browser, request }) => {
    const [provider, client] = [await providerResident(request, 'Nadia Kessler'), await newResident(request, 'Ivo Marek')];
    // Over the settings the appointment alert would open.
    if (name !== 'settings') await booked(request, provider, client);
    const page = await pageOf(browser, provider);
    await page.addInitScript(() => localStorage.setItem('language', 'ar'));
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await look(page, `arabic-${name}`);
  });
}
