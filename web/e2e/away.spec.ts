import { expect, test } from './fixtures';
import { bookableProvider, panel, toDay, toTimes, visitor } from './bookable';
import { capture } from './screenshots';
import { socketConnected } from './sockets';
import { seedAccount } from './seeded-people';

/** Beyond the end of next month, whatever day it is. */
const back = new Date(Date.now() + 63 * 86_400_000).toISOString().slice(0, 10);

test('a provider is away and back on a phone, and whoever chooses a time of theirs sees it at once', async ({ browser, request }) => {
  const provider = await bookableProvider(request, 'Nadia Kessler');
  const client = await visitor(browser, await seedAccount(request, 'Ivo Marek'));
  const connected = socketConnected(client);
  await client.goto(`/p/${provider.username}`);
  await connected;
  await toTimes(client, [/Back relief plan/], 'Remote');
  await toDay(client, 0);

  const phone = await visitor(browser, provider, { size: 'phone' });
  await phone.goto('/appointment_booking_settings');
  const settings = phone.getByRole('region', { name: 'Away' });
  await settings.getByRole('switch', { name: 'I am away' }).click();
  await settings.getByLabel('First day back').fill(back);
  await settings.getByLabel('What visitors read').fill('In the hills, without a telephone.');
  await capture(phone, 'away-settings-phone');
  await settings.getByRole('button', { name: 'Show me as away' }).click();
  await expect(phone.getByText(/^You are away until /)).toBeVisible();

  await expect(client.getByText(/^Away until /)).toBeVisible();
  await expect(client.getByText('In the hills, without a telephone.')).toBeVisible();
  await expect(panel.days(client)).toHaveCount(0);
  await capture(client, 'away-booking-desktop');
  const guest = await visitor(browser, null, { size: 'phone' });
  await guest.goto(`/p/${provider.username}`);
  await expect(guest.getByText('In the hills, without a telephone.')).toBeVisible();
  await capture(guest, 'away-page-phone');

  await phone.goto('/schedule_manager/upcoming_schedule');
  await expect(phone.getByText(/^You are away until /)).toBeVisible();
  await capture(phone, 'away-schedule-phone');
  await phone.getByRole('button', { name: 'I am back' }).click();
  await expect(phone.getByText(/^You are away until /)).toHaveCount(0);
  await expect(client.getByText(/^Away until /)).toHaveCount(0);
  await expect(panel.days(client).first()).toBeVisible();
});
