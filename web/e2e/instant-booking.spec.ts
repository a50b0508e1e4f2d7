import { expect, test } from './fixtures';
import { authenticate, bookableProvider, panel, pressTime, toDay, visitor } from './bookable';
import { mailTo, newPerson } from './people';
import { call } from './seeded-people';
import { socketConnected } from './sockets';

/** A service that books at once: the guest has an appointment with its calendar file, and the provider sees it live. */

test('a guest books at once, and the provider’s open screen has it', { tag: '@between-processes' }, async ({ browser, request }) => {
  const provider = await bookableProvider(request, 'Nadia Kessler');
  const quick = { iv_service: 'Quick cut', iv_duration: '30', iv_cost: '20', iv_currency: 'EUR-DE', iv_delivery_mode: 'in-person' };
  await call(
    request,
    'update_account_services',
    { iv_action: 'service_create', iv_service_id: 'none', ...quick, iv_confirmation: 'instant', iv_brief: '', iv_device_data: '{}' },
    provider.granted.access_token,
  );
  const watching = await visitor(browser, provider);
  const connected = socketConnected(watching);
  await watching.goto('/schedule_manager/upcoming_schedule');
  await expect(watching.getByRole('heading', { level: 1 })).toBeVisible();
  await connected;

  const guest = newPerson('Olu Adebayo');
  const page = await visitor(browser, null, { size: 'phone' });
  await page.goto(`/p/${provider.username}`);
  await expect(page.getByText('Books at once')).toBeVisible();
  await panel.service(page, /Quick cut/).check();
  await panel.next(page, 'Book session').click();
  await toDay(page, 1);
  await pressTime(page, 0);
  await panel.next(page, 'Complete booking').click();
  await expect(page.getByText('You get this time at once.')).toBeVisible();
  await authenticate(page, guest.name, guest.email);
  await panel.next(page, 'Check the code and book').click();
  await expect(page.getByText('Your appointment is booked.')).toBeVisible();
  const download = page.waitForEvent('download');
  await panel.next(page, 'Add to device calendar').click();
  expect((await download).suggestedFilename()).toMatch(/\.ics$/);

  await expect(watching.getByRole('main').getByText(`Appointment with ${guest.name}`)).toBeVisible();
  expect((await mailTo(request, guest.email, /^Booked: /)).text).toContain('Quick cut');
});
