import { expect, test } from './fixtures';
import { bookableProvider, panel, pressTime, toDay, visitor } from './bookable';
import { mailTo, pick } from './people';
import { capture } from './screenshots';
import { seedAccount } from './seeded-people';

/** Where a session is held: a provider with two places and remote sessions by a template, and a client who books both. */

test(
  'a client chooses one of two places, which is mended later, and joins remotely by the template',
  { tag: '@long' },
  async ({ browser, request }) => {
    const provider = await bookableProvider(request, 'Nadia Kessler');
    const owner = await visitor(browser, provider, { size: 'phone' });
    await owner.goto('/appointment_booking_settings');
    const places = owner.getByRole('region', { name: 'Your places' });
    for (const [name, street] of [
      ['Studio', 'Torstraße 12'],
      ['Kiosk', 'Am Markt 1'],
    ] as const) {
      await places.getByRole('button', { name: 'Add a place' }).click();
      await places.getByLabel('Name', { exact: true }).fill(name);
      await places.getByLabel('Street and number').fill(street);
      await places.getByLabel('Postcode').fill('10119');
      await places.getByRole('button', { name: 'Save the place' }).click();
      await expect(places.getByText(name, { exact: true })).toBeVisible();
    }
    await capture(owner, 'places-phone');
    const remote = owner.getByRole('region', { name: 'Remote sessions' });
    await pick(owner, 'How they get their link', 'A link with the number of the appointment');
    await remote.getByLabel('Your link, with {order} where the number goes').fill('https://meet.example.org/{order}');
    await remote.getByRole('button', { name: 'Save' }).click();
    await expect(owner.getByText('Your settings for remote sessions are saved')).toBeVisible();

    const ivo = await seedAccount(request, 'Ivo Marek');
    const client = await visitor(browser, ivo);
    for (const [service, mode, nth] of [
      [/Home visit/, 'In person', 0],
      [/Back relief plan/, 'Remote', 1],
    ] as const) {
      await client.goto(`/p/${provider.username}`);
      await panel.service(client, service).check();
      await panel.mode(client, mode).click();
      if (mode === 'In person') await client.getByRole('radio', { name: 'Kiosk' }).check();
      await panel.next(client, 'Book session').click();
      await toDay(client, nth);
      await pressTime(client, 0);
      await panel.next(client, 'Complete booking').click();
      if (mode === 'In person') await expect(client.getByText('Kiosk, Berlin')).toBeVisible();
      await panel.next(client, 'Confirm booking').click();
      await expect(panel.sent(client)).toBeVisible();
    }

    for (const left of [1, 0]) {
      await owner.goto('/schedule_manager/pending_requests');
      await owner.getByRole('button', { name: 'Review', exact: true }).first().click();
      const dialog = owner.getByRole('dialog');
      await pick(owner, 'Your response', 'Accept');
      await dialog.getByRole('button', { name: 'Submit response' }).click();
      await expect(dialog.getByText('The appointment is official. Both of you have it by mail.'), `${left} left`).toBeVisible();
    }
    await owner.goto('/schedule_manager/upcoming_schedule');
    const atKiosk = owner.getByRole('dialog').filter({ hasText: 'Kiosk' });
    for (const nth of [0, 1]) {
      await owner.getByRole('button', { name: 'Review', exact: true }).nth(nth).click();
      await expect(owner.getByRole('dialog').getByText('Total cost')).toBeVisible();
      if (await atKiosk.isVisible()) break;
      await owner.keyboard.press('Escape');
    }
    await atKiosk.getByRole('button', { name: 'Change place or link' }).click();
    await pick(owner, 'Place', 'Studio');
    await capture(owner, 'change-place-phone');
    await owner.getByRole('button', { name: 'Change it' }).click();
    await expect(owner.getByText('Ivo Marek is told where you meet now.')).toBeVisible();
    const mail = await mailTo(request, String(ivo.granted.session_data['email']), /^New place/);
    expect(mail.text).toContain('Studio');
    const accepted = await mailTo(request, String(ivo.granted.session_data['email']), /https:\/\/meet\.example\.org\/[0-9a-f-]{36}/);
    expect(accepted.attachments).toHaveLength(1);
  },
);
