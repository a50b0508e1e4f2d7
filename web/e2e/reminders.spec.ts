import { expect, test, type Page } from './fixtures';
import { visitor } from './bookable';
import { book, capture, guestLink, newGuest, pageOf, respond } from './bookings';
import { mailTo, pick } from './people';
import { captureSizes } from './screenshots';
import { seedAccount, seedProvider } from './seeded-people';

/** What a provider wants reminded and mailed, and clients who say that they come (product.md 4.15 and 5.3). */

const LINK = 'https://meet.example.com/room/42';
const dialogOf = (page: Page) => page.getByRole('dialog');

test(
  'a provider chooses reminders and writes a text; clients are mailed it, say that they come, and the provider sees it live',
  { tag: '@long' },
  async ({ browser, request }) => {
    const [provider, client, guest] = [await seedProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Ivo Marek'), newGuest()];
    const theirs = await pageOf(browser, provider);
    await theirs.goto('/my_settings');
    await theirs.getByRole('link', { name: /^Reminders and mails/ }).click();
    await theirs.getByRole('button', { name: 'Add a reminder' }).click();
    await pick(theirs, 'Reminder 3', '3 days before');
    await theirs.getByRole('region', { name: 'Reminders' }).getByRole('button', { name: 'Save' }).click();
    await expect(theirs.getByText('Saved').first()).toBeVisible();
    for (const [label, entry] of [
      ['Mail clients', '1 day after'],
      ['Mail me my day', 'On days that hold something'],
    ] as const) {
      const saved = theirs.waitForResponse('**/api/update_reminder_plan');
      await pick(theirs, label, entry);
      await saved;
    }
    await theirs.reload();
    await expect(theirs.getByRole('combobox', { name: 'Reminder 1', exact: true })).toHaveValue('3 days before');
    await expect(theirs.getByRole('combobox', { name: 'Mail clients' })).toHaveValue('1 day after');
    await expect(theirs.getByRole('combobox', { name: 'Mail me my day' })).toHaveValue('On days that hold something');

    await theirs.getByRole('tab', { name: 'Confirmation' }).click();
    const text = theirs.getByRole('tabpanel', { name: 'Confirmation' });
    await text.getByLabel('Text', { exact: true }).fill('Dear {firstname}, <b>see you</b>.');
    await text.getByRole('button', { name: 'Save' }).click();
    await expect(text.getByText('Nothing can be filled in for {firstname}')).toBeVisible();
    await text.getByLabel('Text', { exact: true }).fill('Dear {client},\n\n<b>bring a towel</b> to {service}.');
    await expect(text.getByRole('region', { name: 'Preview' }).getByText('Dear Grace,')).toBeVisible();
    await captureSizes(theirs, 'reminders', undefined, theirs.getByRole('heading', { name: 'Texts for your clients' }));
    await text.getByRole('button', { name: 'Save' }).click();
    await expect(text.getByRole('button', { name: 'Back to the standard text' })).toBeVisible();

    const booking = await book(request, provider, client);
    await respond(request, provider, booking, 'accepted', LINK);
    const mail = await mailTo(request, String(client.granted.session_data['email']), /bring a towel/);
    expect(mail.text).toContain('Dear Ivo Marek,\n\n<b>bring a towel</b> to Back relief plan.');
    expect(mail.html).toContain('&lt;b&gt;bring a towel&lt;/b&gt; to Back relief plan.');

    // The links of a reminder, whose mail comes a day ahead: nothing is sent until the client taps.
    const address = `/schedule_manager/upcoming_schedule?dialog=booking&booking=${booking.order_id}`;
    await theirs.goto(address);
    await expect(dialogOf(theirs).getByText('Total cost')).toBeVisible();
    const mine = await visitor(browser, client);
    await mine.goto(`${address}&answer=coming`);
    await expect(dialogOf(mine).getByRole('button', { name: "I'm coming" })).toBeFocused();
    await capture(mine, 'reminder-coming');
    await dialogOf(mine).getByRole('button', { name: "I'm coming" }).click();
    await expect(dialogOf(mine).getByText('Thank you. Nadia Kessler knows that you come.')).toBeVisible();
    await expect(dialogOf(theirs).getByText('Confirmed', { exact: true })).toBeVisible();
    await mine.goto(`${address}&answer=cancelled`);
    await expect(dialogOf(mine).getByRole('combobox', { name: 'Your response' })).toHaveValue('Cancel appointment');

    const ofGuest = await book(request, provider, null, { guest });
    await respond(request, provider, ofGuest, 'accepted', LINK);
    const asGuest = await visitor(browser, null);
    await asGuest.goto(`${await guestLink(request, guest)}&answer=coming`);
    await asGuest.getByRole('button', { name: "I'm coming" }).click();
    await expect(asGuest.getByText('Thank you. Nadia Kessler knows that you come.')).toBeVisible();

    await theirs.goto('/reminders');
    await theirs.getByRole('tab', { name: 'Confirmation' }).click();
    await text.getByRole('button', { name: 'Back to the standard text' }).click();
    await expect(text.getByLabel('Text', { exact: true })).toHaveValue(/^\{provider\} accepted your request\./);
  },
);
