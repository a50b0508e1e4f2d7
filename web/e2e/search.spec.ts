import { expect, test } from '@playwright/test';
import { look, sizeNames, sizes } from './looks';
import { deviceOf } from './people';
import { actAs, providerResident } from './residents';

test('hours show their slots while they are typed', async ({ browser, request }) => {
  const resident = await providerResident(request, 'Nadia Kessler');
  for (const size of sizeNames) {
    const page = await deviceOf(browser, sizes[size]);
    await actAs(page.context(), resident);
    await page.goto('/appointment_booking_settings');
    const tuesday = page.getByRole('group', { name: 'Tuesday' });
    await expect(tuesday.getByText(/^12 slots$|^\d+ slots$/).first()).toBeVisible();
    if (size === 'phone') await page.getByRole('group', { name: 'Monday' }).getByRole('button', { name: 'Hide the hours of Monday' }).click();
    await tuesday.getByRole('button', { name: 'Edit the hours of Tuesday' }).click();
    await tuesday.getByLabel('Slot length (min)').fill('110');
    await tuesday.getByLabel('Break (min)').fill('10');
    await expect(tuesday.getByText('4 slots').first()).toBeVisible();
    await tuesday.getByRole('button', { name: 'Add time off' }).click();
    await expect(tuesday.getByText('3 slots').first()).toBeVisible();
    await look(page, `hours-typed-${size}`);

    await tuesday.getByLabel('To', { exact: true }).fill('8');
    await expect(tuesday.getByText('The end time must be after the start time')).toBeVisible();
    await look(page, `hours-wrong-${size}`);
    await tuesday.getByLabel('To', { exact: true }).fill('17');
    await expect(tuesday.getByText('3 slots').first()).toBeVisible();

    await tuesday.getByRole('button', { name: 'Copy to other days: Tuesday' }).click();
    const copy = page.getByRole('dialog', { name: 'Copy the hours of Tuesday' });
    await copy.getByRole('checkbox', { name: 'All open days' }).check();
    await look(page, `hours-copy-${size}`);
    await copy.getByRole('button', { name: /^Copy to/ }).click();
    await expect(page.getByRole('group', { name: 'Friday' }).getByText('3 slots')).toBeVisible();

    await tuesday.getByText('Custom slots').click();
    await tuesday.getByRole('button', { name: 'Add a slot' }).click();
    await tuesday.getByLabel('Name').fill('Early class');
    await expect(tuesday.getByText('1 slot', { exact: true }).first()).toBeVisible();
    await look(page, `hours-custom-${size}`);
    await tuesday.getByText('Quota').click();
    await page.getByRole('button', { name: 'Save business hours' }).click();
    await expect(page.getByText('Your business hours were saved')).toBeVisible();
    await page.context().close();
    await request.post('/api/update_appointment_window', {
      headers: { authorization: `Bearer ${resident.granted.access_token}` },
      data: { iv_tuesday_quota_duration: '30', iv_tuesday_quota_time_off: [] },
    });
  }
});
