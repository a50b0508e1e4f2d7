import { expect, test } from './fixtures';
import { visitor } from './bookable';
import { flowSizes, capture, captureSizes } from './screenshots';
import { mailTo, newPerson, pick } from './people';
import { seedProvider, staffMember } from './seeded-people';

test('a guest asks, the staff answer, and the answer is mailed', async ({ browser, request }) => {
  const guest = newPerson('Olu Adebayo');
  const size = flowSizes[0] ?? 'phone';
  const page = await visitor(browser, null, { size });
  await page.goto('/user_request?topic=appeal');
  await expect(page.getByRole('combobox', { name: 'What is it about?' })).toHaveValue('Appeal against a decision');
  await page.getByLabel('Your message').fill('Too short');
  await page.getByLabel('Your message').blur();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('The text length required for must be between 10 and 2000')).toBeVisible();
  await expect(page.getByText('This Field cannot be empty')).toHaveCount(2);
  await capture(page, `user-request-refused-${size}`);
  const question = `My account ${guest.email} was suspended, but I did nothing wrong.`;
  await page.getByLabel('Your message').fill(question);
  await page.getByLabel('Your name').fill(guest.name);
  await page.getByLabel('Your e-mail address').fill(guest.email);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText(/^Thank you\. Your message has arrived/)).toBeVisible();
  await capture(page, `user-request-sent-${size}`);
  await page.context().close();

  const staffPage = await visitor(browser, await staffMember(request));
  await staffPage.goto('/staff/requests');
  const row = staffPage.getByRole('main').getByRole('listitem').filter({ hasText: question });
  await expect(row).toBeVisible();
  await captureSizes(staffPage, 'staff-requests-filled');
  await row.getByRole('link').click();
  await expect(staffPage.getByRole('heading', { level: 1, name: 'Appeal against a decision' })).toBeVisible();
  await expect(staffPage.getByText(guest.email, { exact: true })).toBeVisible();
  await staffPage.getByRole('button', { name: 'Send the answer' }).click();
  await expect(staffPage.getByText('This Field cannot be empty')).toBeVisible();
  await staffPage.getByLabel('Your answer').fill('We have looked again, and you were right. Welcome back.');
  await captureSizes(staffPage, 'staff-request');
  await staffPage.getByRole('button', { name: 'Send the answer' }).click();
  await expect(staffPage.getByText('The answer is on its way')).toBeVisible();
  await expect(staffPage.getByText(/^Answered on/)).toBeVisible();
  const mail = await mailTo(request, guest.email, /you were right/);
  // Anybody may have typed the guest's address: the question stays out of the mail.
  expect(mail.text).not.toContain(question);
});

test('a provider asks to be verified and reads the answer below the form', { tag: '@long' }, async ({ browser, request }) => {
  const [provider, staff] = await Promise.all([seedProvider(request, 'Wanda Okoye'), staffMember(request)]);
  const page = await visitor(browser, provider);
  await page.goto('/user_request');
  await expect(page.getByText('You have not asked us anything yet.')).toBeVisible();
  await expect(page.getByLabel('Your name')).toHaveCount(0);
  await pick(page, 'What is it about?', 'Verify my profile');
  const question = `I am a physiotherapist with a licence of the city of Berlin (${provider.username}).`;
  await page.getByLabel('Your message').fill(question);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('waits for an answer')).toBeVisible();

  const staffPage = await visitor(browser, staff);
  await staffPage.goto('/staff/requests');
  await staffPage.getByRole('main').getByRole('listitem').filter({ hasText: question }).getByRole('link').click();
  await staffPage.getByLabel('Your answer').fill('Thank you, we have seen your licence.');
  await staffPage.getByRole('button', { name: 'Send the answer' }).click();
  await expect(staffPage.getByText(/^Answered on/)).toBeVisible();
  await staffPage.getByRole('link', { name: 'Verify the account' }).click();
  await expect(staffPage.getByRole('button', { name: 'Give the verified mark' })).toBeVisible();
  await staffPage.context().close();

  await page.reload();
  await expect(page.getByText('Thank you, we have seen your licence.')).toBeVisible();
  await captureSizes(page, 'user-request-answered');
});
