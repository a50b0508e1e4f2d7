import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures';
import { authenticate, bookableProvider, panel, pressTime, toDay, visitor } from './bookable';
import { mailTo, newPerson, pick, pickFromMenu } from './people';
import { sampleImages } from './png';
import { capture } from './screenshots';

const referral = '%PDF-1.7\nTo the physiotherapist.\n%%EOF\n';

/** A physiotherapist who visits clients: what they ask and where they go, a guest who books, and both sides' view of it. */

test('a guest answers questions with a picture and a PDF and is visited at home, and mends the address', async ({ browser, request }) => {
  const provider = await bookableProvider(request, 'Nadia Kessler');
  const owner = await visitor(browser, provider, { size: 'phone' });
  await owner.goto('/my_services');
  await pickFromMenu(owner, 'Actions for Home visit', 'Update service');
  const form = owner.getByRole('dialog');
  await form.getByRole('switch', { name: 'At the client’s address' }).check();
  await form.getByRole('button', { name: 'Add a question' }).click();
  const first = form.getByRole('group', { name: 'Question 1' });
  await first.getByRole('textbox', { name: 'Question', exact: true }).fill('Which injury?');
  await first.getByRole('switch', { name: 'Must be answered' }).check();
  await form.getByRole('button', { name: 'Add a question' }).click();
  const askForFile = async (name: string, text: string) => {
    const question = form.getByRole('group', { name });
    await question.getByRole('textbox', { name: 'Question', exact: true }).fill(text);
    await question.getByRole('combobox', { name: 'Answered by' }).click();
    await owner.getByRole('option', { name: 'A picture or a PDF' }).click();
  };
  await askForFile('Question 2', 'A letter of your doctor');
  await form.getByRole('button', { name: 'Add a question' }).click();
  await askForFile('Question 3', 'Do you have a referral?');
  await capture(owner, 'service-questions-phone');
  await form.getByRole('button', { name: 'Save service' }).click();
  await expect(form.getByText('Basic info successfully updated')).toBeVisible();
  await owner.goto('/appointment_booking_settings');
  const area = owner.getByRole('region', { name: 'Where you go to clients' });
  await area.getByRole('textbox', { name: 'Postcodes, or how they begin' }).fill('101');
  await area.getByRole('button', { name: 'Save the area' }).click();
  await expect(owner.getByText('The area is saved')).toBeVisible();

  const guest = newPerson('Olu Adebayo');
  const page = await visitor(browser, null, { size: 'phone' });
  await page.goto(`/p/${provider.username}`);
  await panel.service(page, /Home visit/).check();
  await panel.next(page, 'Book session').click();
  await toDay(page, 1);
  await pressTime(page, 0);
  await panel.next(page, 'Complete booking').click();
  await page.getByLabel('Name', { exact: true }).fill(guest.name);
  await page.getByLabel('E-mail').fill(guest.email);
  await panel.next(page, 'Continue as guest').click();
  await expect(page.getByText('This Field cannot be empty')).toHaveCount(4);
  await page.getByLabel('Street and number').fill('Torstraße 12');
  await page.getByLabel('Postcode').fill('20095');
  await page.getByLabel('City').fill('Berlin');
  await page.getByLabel('Which injury?').fill('Knee');
  await page.locator('input[type=file]').first().setInputFiles(sampleImages.portrait);
  const addReferral = (content: string) =>
    page
      .locator('input[type=file]')
      .last()
      .setInputFiles({ name: 'Scan 3.pdf', mimeType: 'application/pdf', buffer: Buffer.from(content) });
  await addReferral('<script>alert(1)</script>');
  await authenticate(page, guest.name, guest.email);
  await panel.next(page, 'Authenticate and confirm booking').click();
  await expect(page.getByText('This file cannot be kept. Choose a JPEG, PNG, WebP, GIF or PDF.')).toBeVisible();
  await addReferral(referral);
  await expect(page.getByText('Scan 3.pdf')).toBeVisible();
  await panel.next(page, 'Authenticate and confirm booking').click();
  await expect(page.getByText('This provider does not come to this postcode.')).toBeVisible();
  await expect(page.getByLabel('Postcode')).toBeFocused();
  await capture(page, 'booking-visit-phone');
  await page.getByLabel('Postcode').fill('10119');
  await panel.next(page, 'Authenticate and confirm booking').click();
  await expect(panel.sent(page)).toBeVisible();

  await owner.goto('/schedule_manager/pending_requests');
  await owner.getByRole('button', { name: 'Review', exact: true }).click();
  const dialog = owner.getByRole('dialog');
  await expect(dialog.getByText('Torstraße 12, 10119 Berlin')).toBeVisible();
  const answers = dialog.getByRole('region', { name: 'Questions and answers' });
  await expect(answers.getByText('Knee')).toBeVisible();
  await answers.getByRole('button', { name: 'Show the picture' }).click();
  await expect(answers.getByRole('img', { name: 'A letter of your doctor' })).toBeVisible();
  await expect.poll(() => answers.getByRole('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(500);
  const download = owner.waitForEvent('download');
  await answers.getByRole('button', { name: /^Download the PDF/ }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Do you have a referral.pdf');
  expect(await readFile(await file.path(), 'utf8')).toBe(referral);
  await capture(owner, 'order-answers-phone');
  await expect(dialog.getByRole('link', { name: /^Map of/ })).toHaveAttribute('href', /openstreetmap\.org\/search\?query=Torstra/);
  await pick(owner, 'Your response', 'Accept');
  await dialog.getByRole('button', { name: 'Submit response' }).click();
  await expect(dialog.getByText('The appointment is official. Both of you have it by mail.')).toBeVisible();

  const mail = await mailTo(request, guest.email, /accepted/i);
  const link = /https?:\/\/\S*guest_client\S*/.exec(mail.text)?.[0] ?? '';
  await page.goto(new URL(link).pathname + new URL(link).search);
  await expect(page.getByRole('region', { name: 'Questions and answers' }).getByText('Knee')).toBeVisible();
  await page.getByRole('button', { name: 'Change place or link' }).click();
  await page.getByLabel('Street and number').fill('Torstraße 21');
  await page.getByRole('button', { name: 'Change it' }).click();
  await expect(page.getByText('Nadia Kessler is told where you meet now.')).toBeVisible();
  await owner.goto('/alerts');
  await expect(owner.getByText(/^Olu changed the place or link/).first()).toBeVisible();
});
