import { expect, test } from './fixtures';
import { book, pageOf } from './bookings';
import { openDevice, sizeNames } from './devices';
import { capture, captureSizes } from './screenshots';
import { mailTo, newPerson } from './people';
import { seedAccount, seedProvider } from './seeded-people';

/** Mails are written in the language of their reader, and stop when the reader unsubscribes. */

test('a newcomer is welcomed by mail in the language of their browser', async ({ browser, request }) => {
  const person = newPerson('Amelie Roux');
  const page = await (await openDevice(browser, 'desktop', { locale: 'fr-CA' })).newPage();
  await page.goto('/sign_up');
  await page.getByLabel('Nom complet').fill(person.name);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByRole('textbox', { name: 'Mot de passe' }).fill(person.password);
  await page.getByRole('button', { name: 'Créer le compte' }).click();
  await page.waitForURL((url) => url.pathname !== '/sign_up');
  const mail = await mailTo(request, person.email, /Confirmez votre adresse/);
  expect(mail.html).toContain('<html lang="fr" dir="ltr">');
});

test('mails follow the language of the settings, and the link in one stops them', async ({ browser, request }) => {
  const [provider, client] = [await seedProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Ivo Marek')];
  const own = await pageOf(browser, provider);
  await own.goto('/my_settings');
  const saved = own.waitForResponse('**/api/update_language');
  await own.getByLabel('Language').selectOption('ar');
  expect(((await (await saved).json()) as { data: object }).data).toEqual({ language: 'arabic' });
  await expect(own.locator('html')).toHaveAttribute('dir', 'rtl');

  await book(request, provider, client);
  const mail = await mailTo(request, String(provider.granted.session_data['email']), /طلب موعد/);
  const mailPage = await (await openDevice(browser, 'phone')).newPage();
  await mailPage.setContent(mail.html);
  await expect(mailPage.locator('html')).toHaveAttribute('dir', 'rtl');
  if (process.env['E2E_PICTURES'] !== '0')
    await mailPage.screenshot({ path: `${import.meta.dirname}/screens/letter-arabic.png`, fullPage: true });

  const link = new URL(/https?:\/\/\S+\/unsubscribe\?token=\S+/.exec(mail.text)?.[0] ?? '');
  const page = await (await openDevice(browser)).newPage();
  await page.goto(link.pathname + link.search);
  const stop = page.getByRole('button', { name: 'Stop these mails' });
  await expect(stop).toBeVisible();
  await captureSizes(page, 'unsubscribe-asks', sizeNames);
  const mails = 'المواعيد: البريد';
  await own.reload();
  await expect(own.getByLabel(mails)).toBeChecked();
  await stop.click();
  await expect(page.getByRole('status')).toBeVisible();
  await capture(page, 'unsubscribe-done');
  // The settings are updated by an event, a moment after the page of the mail has its answer.
  await expect(async () => {
    await own.reload();
    await expect(own.getByLabel(mails)).not.toBeChecked({ timeout: 1000 });
  }).toPass();
});
