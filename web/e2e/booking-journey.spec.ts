import { expect, test, type Page } from './fixtures';
import { captureSizes } from './screenshots';
import { codeIn, deviceOf, mailTo, newPerson, pick, signUp, type Person } from './people';

const REMOTE_LINK = 'https://meet.example.com/room/42';

/** Both steps of onboarding, a service and business hours: afterwards the provider can be booked. */
async function setUpShop(page: Page, provider: Person): Promise<string> {
  const username = provider.email.split('@')[0]?.replaceAll('.', '_') ?? '';
  await page.goto('/onboard_username');
  await page.getByLabel('Brand/business name').fill(username);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.getByRole('link', { name: 'Create basic profile information' }).click();

  await pick(page, 'Industry', 'Wellness');
  await page.getByLabel('Expertise').fill('Pilates & back therapy');
  await page.getByLabel('Contact phone').fill('4930123456');
  await pick(page, 'Country', 'Germany');
  await pick(page, 'City', 'Berlin');
  await expect(page.getByRole('combobox', { name: 'Preferred currency' })).toHaveValue(/EUR/);
  await page.getByLabel('Location Address').fill('Torstrasse 1, 10119 Berlin');
  await pick(page, 'Default delivery mode', /Hybrid/);
  await page.getByLabel('Brief business summary').fill('Small steps, strong backs.');
  await page.getByRole('button', { name: 'Become a service provider' }).click();
  // The address is not confirmed: the code is asked for here, and the form is then sent as it was.
  const dialog = page.getByRole('dialog', { name: 'Confirm your e-mail address' });
  await dialog.getByLabel('Code of six digits').fill(codeIn(await mailTo(page.request, provider.email, /confirm_account/)));
  await captureSizes(page, 'confirm-first');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByLabel('Skills').fill('Manual therapy');
  await page.getByText('English', { exact: true }).click();
  await expect(page.getByRole('checkbox', { name: 'English' })).toBeChecked();
  await page.getByRole('button', { name: 'Save skills update' }).click();
  await expect(page.getByText('Well done, you are all set to start accepting clients.')).toBeVisible();

  await page.goto('/my_services');
  await page.getByRole('button', { name: 'Add a service' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Service').fill('First assessment');
  await form.getByLabel('Cost').fill('45');
  await pick(page, 'Delivery mode', 'Remote');
  await form.getByRole('button', { name: 'Save service' }).click();
  await expect(form.getByText('Basic info successfully updated')).toBeVisible();

  await page.goto('/appointment_booking_settings');
  const sunday = page.getByRole('group', { name: 'Sunday' });
  await sunday.getByRole('switch').click({ force: true });
  await expect(sunday.getByLabel('From')).toHaveValue('09:00');
  await page.getByRole('button', { name: 'Save business hours' }).click();
  await expect(page.getByText('Your business hours were saved')).toBeVisible();
  return username;
}

/** Chooses the service, a day of the next month with free times, and the slot at index `place`. */
async function choose(page: Page, username: string, place: number): Promise<string> {
  await page.goto(`/p/${username}`);
  await page.getByRole('checkbox', { name: /First assessment/ }).check();
  await page.getByText('Remote', { exact: true }).click();
  await page.getByRole('button', { name: 'Book session' }).click();
  await page.getByRole('button', { name: 'Month', exact: true }).click();
  await page.getByRole('button', { name: 'Next month' }).click();
  const days = page.getByRole('region', { name: 'Pick a day' }).getByRole('button', { name: /, free time$/ });
  await days.nth(2).click();
  await expect(days.nth(2)).toHaveAttribute('aria-pressed', 'true');
  await page.locator('[data-start]').nth(place).click();
  const start = await page.locator('[data-start][aria-pressed="true"]').first().getAttribute('data-start');
  await page.getByRole('button', { name: 'Complete booking' }).click();
  return start ?? '';
}

const sent = (page: Page) => page.getByText(/Your booking request has been sent to the service provider/);

async function bookAsGuest(page: Page, username: string, guest: Person): Promise<string> {
  const start = await choose(page, username, 0);
  await page.getByLabel('Name', { exact: true }).fill(guest.name);
  await page.getByLabel('E-mail').fill(guest.email);
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await page.getByLabel('Code').fill(codeIn(await mailTo(page.request, guest.email, /code/i)));
  await page.getByRole('button', { name: 'Authenticate and confirm booking' }).click();
  await expect(sent(page)).toBeVisible();
  return start;
}

async function bookAsClient(page: Page, username: string): Promise<string> {
  const start = await choose(page, username, 1);
  await page.getByRole('button', { name: 'Confirm booking' }).click();
  await expect(sent(page)).toBeVisible();
  return start;
}

/** Opens the pending request of `name` as the provider and accepts it with a meeting link. */
async function accept(page: Page, name: string): Promise<void> {
  const row = page.getByRole('article').filter({ hasText: name });
  await row.getByRole('button', { name: 'Review' }).click();
  const dialog = page.getByRole('dialog');
  await pick(page, 'Your response', 'Accept');
  await dialog.getByLabel('Meeting link').fill(REMOTE_LINK);
  await dialog.getByRole('button', { name: 'Submit response' }).click();
  await expect(dialog.getByText('The appointment is official.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Add to device calendar' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(row).toHaveCount(0);
}

function calendarIn(attachments: { content_type: string; content: string }[]): string {
  const file = attachments.find((one) => one.content_type.startsWith('text/calendar'));
  return Buffer.from(file?.content ?? '', 'base64').toString('utf8');
}

test(
  'a provider sets up shop, a guest and a client book, the provider accepts, everybody sees it live',
  { tag: '@between-processes' },
  async ({ browser }) => {
    const [provider, client, guest] = [newPerson('Nadia Kessler'), newPerson('Ivo Marin'), newPerson('Olu Adebayo')];
    const [providerPage, clientPage, guestPage] = await Promise.all([deviceOf(browser, 'phone'), deviceOf(browser), deviceOf(browser)]);

    const username = await test.step('the provider signs up and sets up shop on a phone', async () => {
      await signUp(providerPage, provider);
      return setUpShop(providerPage, provider);
    });
    await test.step('the client signs up and confirms the address', async () => {
      await signUp(clientPage, client);
      const link = /https?:\/\/\S+\/confirm_account\/\S+/.exec((await mailTo(clientPage.request, client.email, /confirm/i)).text)?.[0];
      await clientPage.goto(new URL(link ?? '').pathname);
      await clientPage.getByRole('button', { name: 'Confirm my address' }).click();
      await expect(clientPage.getByText('Your address is confirmed')).toBeVisible();
    });

    await providerPage.goto('/schedule_manager/pending_requests');
    const waiting = (name: string) => providerPage.getByRole('article').filter({ hasText: name });
    const taken = await test.step('the guest books; the provider sees it arrive without reloading', async () => {
      const start = await bookAsGuest(guestPage, username, guest);
      await expect(waiting(guest.name)).toBeVisible();
      return start;
    });
    await test.step('the client is not offered the time that the guest holds, and books the next', async () => {
      const start = await bookAsClient(clientPage, username);
      expect(start).not.toBe(taken);
      await expect(waiting(client.name)).toBeVisible();
    });

    await test.step('the provider accepts both', async () => {
      await clientPage.goto('/schedule_manager/upcoming_schedule');
      await accept(providerPage, guest.name);
      await accept(providerPage, client.name);
    });
    await test.step('the client sees it become official, live, and on the calendar', async () => {
      await expect(
        clientPage
          .getByRole('article')
          .filter({ hasText: username })
          .or(clientPage.getByRole('article').filter({ hasText: provider.name })),
      ).toBeVisible();
      await clientPage.getByRole('tab', { name: 'Calendar' }).click();
      const calendar = clientPage.getByRole('region', { name: 'Calendar of appointments' });
      await expect(calendar).toBeVisible();
    });
    await test.step('both have the mail with the calendar file', async () => {
      for (const person of [guest, client]) {
        const mail = await mailTo(clientPage.request, person.email, /accepted/i);
        const calendar = calendarIn(mail.attachments);
        expect(calendar).toContain('METHOD:REQUEST');
        expect(calendar).toContain('BEGIN:VEVENT');
      }
    });
    await test.step('the guest opens the mailed link without an account', async () => {
      const mail = await mailTo(guestPage.request, guest.email, /accepted/i);
      const link = new URL(/https?:\/\/\S+\/guest_client\/\S+/.exec(mail.text)?.[0] ?? '');
      await guestPage.goto(`${link.pathname}${link.search}`);
      await expect(guestPage.getByText('accepted')).toBeVisible();
    });
  },
);
