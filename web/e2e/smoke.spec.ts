import { expect, test, type Page } from './fixtures';
import { expectAccessible } from './accessible';
import { pageOf } from './bookings';
import { resize, sizes } from './devices';
import { captureSizes } from './screenshots';
import { pick, pickFromMenu } from './people';
import { seedNamedAccount, seedAccount, seedProvider } from './seeded-people';

/** A provider's own screens: their page and its dialogs, the end of onboarding, services and account pages. */

/** Captures the page in both sizes; an open dialog changes its layout and keeps what was typed. */
const capture = (page: Page, name: string) => captureSizes(page, `smoke-${name}`);

const dialogOf = (page: Page) => page.getByRole('dialog');

test('owners edit their page where it stands', async ({ browser, request }) => {
  const page = await pageOf(browser, await seedProvider(request, 'Nadia Kessler'));
  await page.goto('/my_account');
  await expect(page.getByText('You have not listed any perks & operational policies...')).toBeVisible();
  await capture(page, 'own-account');
  for (const width of [320, 600, 768, 1000]) {
    await resize(page, { width, height: 900 });
    const needed = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(needed, { message: `at ${width} the page scrolls sideways` }).toBeLessThanOrEqual(width);
  }
  await resize(page, sizes.desktop);

  await page.getByRole('button', { name: 'Edit: What we do' }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('heading', { name: 'Update profile info' })).toBeVisible();
  await expect(dialog.getByLabel('Expertise')).toHaveValue('Pilates & back therapy');
  await capture(page, 'profile-dialog');
  await dialog.getByLabel('Expertise').fill('Pilates for backs');
  // Turning a phone changes the dialog's layout; what was typed stays.
  await resize(page, sizes.phone);
  await expect(dialog.getByLabel('Expertise')).toHaveValue('Pilates for backs');
  await resize(page, sizes.desktop);
  await dialog.getByRole('button', { name: 'Become a service provider' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/my_account$/);
  await expect(page.getByText('Pilates for backs').first()).toBeVisible();
});

test('skills are added by comma and by Enter', { tag: '@long' }, async ({ browser, request }) => {
  const page = await pageOf(browser, await seedProvider(request, 'Nadia Kessler'));
  await page.goto('/my_account');
  const dialog = dialogOf(page);
  const editSkills = page.getByRole('button', { name: 'Edit: Technical expertise' });
  await editSkills.click();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await editSkills.click();
  await expect(dialog.getByLabel('Skills')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(editSkills).toBeFocused();
  await editSkills.click();
  await dialog.getByLabel('Skills').pressSequentially('Breath work, Pilates');
  await dialog.getByLabel('Skills').press('Enter');
  await dialog.getByText('Arabic', { exact: true }).click();
  await capture(page, 'skills-dialog');
  await dialog.getByRole('button', { name: 'Remove sciatica' }).click();
  await dialog.getByRole('button', { name: 'Save skills update' }).click();
  await expect(dialog.getByText('Your skills were updated')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: /^breath work$/ })).toBeVisible();
  await expect(page.getByText('Fluent in English')).toBeVisible();
  await expect(page.getByText('sciatica')).toHaveCount(0);
});

test('policy and perks are sampled, typed and shown in short', { tag: '@long' }, async ({ browser, request }) => {
  const page = await pageOf(browser, await seedProvider(request, 'Nadia Kessler'));
  await page.goto('/my_account');
  const dialog = dialogOf(page);
  await page.getByRole('button', { name: 'Edit: Policy & perks' }).click();
  await expect(dialog.getByLabel('Policy or perk')).toBeVisible();
  await capture(page, 'perks-dialog-empty');
  await dialog.getByRole('button', { name: 'Generate sample' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(9);
  await dialog.getByRole('button', { name: 'Delete all' }).click();
  await dialog.getByRole('button', { name: 'Update policy / perks' }).click();
  await expect(dialog.getByText('At least one data is required')).toBeVisible();
  await dialog.getByRole('button', { name: 'Generate sample' }).click();
  await dialog.getByLabel('Policy or perk').fill('Tea is on us');
  await dialog.getByLabel('Policy or perk').press('Enter');
  await expect(dialog.getByRole('listitem').first()).toHaveText('Tea is on us');
  await page.screenshot({ path: `${import.meta.dirname}/screens/smoke-perks-dialog-desktop-light.png` });
  await dialog.getByRole('button', { name: 'Update policy / perks' }).click();
  await expect(dialog.getByText('Your policy & perks list was updated')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Generate sample' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Free 30-minute consultation for every 5 appointments')).toBeVisible();
  await expect(page.getByText('What you tell us stays between us')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByText('What you tell us stays between us')).toBeVisible();
  await page.getByRole('button', { name: 'Show less' }).click();
});

test('a page is shared to sixteen places', { tag: '@long' }, async ({ browser, request }) => {
  const page = await pageOf(browser, await seedProvider(request, 'Nadia Kessler'), 'phone');
  await page.goto('/my_account');
  const dialog = dialogOf(page);
  await page.getByRole('button', { name: 'Share your page' }).click();
  await expect(dialog.getByRole('link')).toHaveCount(16);
  await capture(page, 'share-dialog');
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('The link is on your clipboard')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/p\/nadia_kessler/);
  await page.goBack();
});

test('a newcomer becomes a provider and ends on a page worth sharing', { tag: '@long' }, async ({ browser, request }) => {
  const person = await seedNamedAccount(request, 'Mei Tanaka');
  const [page, visitor] = [await pageOf(browser, person), await pageOf(browser, null)];
  await visitor.goto(`/p/${person.username}`);
  await expect(visitor.getByText('This provider is yet to update their basic information.')).toBeVisible();
  await expect(visitor.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
  await capture(visitor, 'incomplete-visitor');

  await page.goto(`/p/${person.username}`);
  await expect(page.getByText('You are yet to complete your profile...')).toBeVisible();
  await capture(page, 'incomplete-own');
  await page.getByRole('link', { name: 'Update profile' }).click();
  await expect(page.getByRole('heading', { name: 'Create basic information' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Germany');
  await expect(page.getByRole('combobox', { name: 'Preferred currency' })).toHaveValue(/EUR/);
  await page.getByLabel('Expertise').fill('Dog grooming');
  await page.reload();
  await expect(page.getByLabel('Expertise')).toHaveValue('Dog grooming');
  await pick(page, 'Industry', 'Animal care');
  await page.getByLabel('Contact phone').fill('4930123456');
  await pick(page, 'City', 'Berlin');
  await page.getByLabel('Location Address').fill('Torstrasse 1, 10119 Berlin');
  await pick(page, 'Default delivery mode', 'In person');
  await page.getByLabel('Brief business summary').fill('Mild shampoo, warm towels.');
  await page.getByRole('button', { name: 'Become a service provider' }).click();
  await expect(page.getByRole('heading', { name: 'List your skills and languages' })).toBeVisible();
  await capture(page, 'onboarding-skills');
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByRole('heading', { name: 'Basic info successfully updated !!!' })).toBeVisible();
  await expect(page.getByText('Well done, you are all set to start accepting clients.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^To do Add your first service/ })).toBeVisible();
  await capture(page, 'onboarding-end');
  await page.getByRole('button', { name: 'Share your page' }).click();
  await expect(dialogOf(page).getByRole('link', { name: 'Mastodon' })).toHaveAttribute('href', /^https:\/\/mastodon\.social\/share/);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: /Add your first service/ }).click();
  await expect(dialogOf(page).getByRole('heading', { name: 'Create service' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('You have not listed any service yet. The first one makes your page bookable.')).toBeVisible();
  await capture(page, 'services-none');
  await page.goto('/onboard_service_provider');
  await expect(page).toHaveURL(/\/my_account$/);
  await expect(page.getByText('You have not listed any valuable skill.')).toBeVisible();
  await capture(page, 'own-account-new');
});

test('services are made, changed, archived, restored and deleted', async ({ browser, request }) => {
  const page = await pageOf(browser, await seedProvider(request, 'Jonas Berg'), 'phone');
  const dialog = dialogOf(page);
  await page.goto('/my_services');
  await expect(page.getByText('Back relief plan')).toBeVisible();
  await capture(page, 'services');
  await page.getByText('Archived', { exact: true }).click();
  await expect(page.getByText('You have no archived services.')).toBeVisible();
  await capture(page, 'services-none-archived');
  await page.getByText('Active', { exact: true }).click();

  await page.getByRole('button', { name: 'Add a service' }).click();
  await expect(dialog.getByLabel('Service')).toBeVisible();
  await capture(page, 'service-create');
  // Half an hour is chosen already: choosing it once more takes it away.
  await pick(page, 'Minutes', '30 mins');
  await dialog.getByRole('button', { name: 'Save service' }).click();
  await expect(dialog.getByText('The hour or min field is required')).toBeVisible();
  await expect(dialog.getByText('This Field cannot be empty')).toBeVisible();
  await dialog.getByLabel('Service').fill('Trail run');
  await pick(page, 'Price', 'On request');
  await pick(page, 'Taxes', 'Included');
  await pick(page, 'Delivery mode', 'Remote');
  await pick(page, 'Price', 'Fixed price');
  await pick(page, 'Hours', '2 hrs');
  await expect(dialog.getByLabel('Currency')).toHaveAttribute('readonly');
  await dialog.getByRole('button', { name: 'Save service' }).click();
  await expect(dialog.getByText('Basic info successfully updated')).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: `${import.meta.dirname}/screens/smoke-service-saved-phone-light.png`, animations: 'disabled' });
  await dialog.getByRole('link', { name: 'Got to dashboard' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/my_account$/);
  await page.goto('/my_services');
  const row = page.getByRole('listitem').filter({ hasText: 'Trail run' });
  await expect(row).toContainText('Free');

  const act = (action: string) => pickFromMenu(page, 'Actions for Trail run', action);
  await act('Update service');
  await expect(dialog.getByLabel('Service')).toHaveValue('Trail run');
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await act('Archive service');
  await expect(dialog.getByText('Non-negotiable')).toBeVisible();
  await capture(page, 'service-archive');
  await dialog.getByRole('button', { name: 'Archive service' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByText('Archived', { exact: true }).click();
  await act('Restore service');
  await expect(dialog.getByText('2 hrs')).toBeVisible();
  await capture(page, 'service-restore');
  await dialog.getByRole('button', { name: 'Restore service' }).click();
  await expect(page.getByText('You have no archived services.')).toBeVisible();
  await page.getByText('Active', { exact: true }).click();
  await act('Delete service');
  await expect(dialog.getByText('Brief summary')).toHaveCount(0);
  await capture(page, 'service-delete');
  await dialog.getByRole('button', { name: 'Delete service' }).click();
  await expect(row).toHaveCount(0);
});

test('a client is led to offering something, and says what they like', { tag: '@long' }, async ({ browser, request }) => {
  const client = await pageOf(browser, await seedAccount(request, 'Ivo Marek'));
  await client.goto('/my_services');
  await expect(client.getByRole('link', { name: 'Become a service provider' })).toBeVisible();
  await capture(client, 'services-client');
  await client.goto('/starter_preferences');
  await client.getByLabel('Favourite services').pressSequentially('haircut, piano lesson,');
  await expect(client.getByRole('button', { name: 'Remove piano lesson' })).toBeVisible();
  await capture(client, 'starter');
  await client.getByRole('button', { name: 'Save and go to the feed' }).click();
  await client.waitForURL('/feed');
});

test('an account is at hand on phones, too', { tag: '@long' }, async ({ browser, request }) => {
  const provider = await pageOf(browser, await seedProvider(request, 'Lucia Arce'), 'phone');
  await provider.goto('/my_settings');
  await provider.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(dialogOf(provider).getByRole('button', { name: 'Share your page' })).toBeVisible();
  await expectAccessible(provider);
  await provider.screenshot({ path: `${import.meta.dirname}/screens/smoke-menu-phone-light.png`, animations: 'disabled' });
  await dialogOf(provider)
    .getByRole('button', { name: /Edit username/ })
    .click();
  await expect(dialogOf(provider).getByRole('heading', { name: 'Update brand/business name' })).toBeVisible();
  await capture(provider, 'username-dialog');
  const renamed = `Arce Legal ${Date.now()}`;
  await dialogOf(provider).getByLabel('Brand/business name').fill(renamed);
  await dialogOf(provider).getByRole('button', { name: 'Save' }).click();
  await expect(dialogOf(provider)).toHaveCount(0);
  await expect(provider.getByText(`@${renamed.replaceAll(' ', '_')}`).first()).toBeVisible();
  await provider.goto('/account_basic_info');
  await expect(provider.getByRole('heading', { level: 1, name: 'Update profile info' })).toBeVisible();
  await capture(provider, 'basic-info');
});

test('account pages read from right to left in Arabic', { tag: '@long' }, async ({ browser, request }) => {
  const provider = await pageOf(browser, await seedProvider(request, 'Lucia Arce'));
  await provider.goto('/my_settings');
  await provider.evaluate(() => localStorage.setItem('language', 'ar'));
  for (const [name, path] of [
    ['account', '/my_account'],
    ['settings', '/my_settings'],
    ['services', '/my_services'],
  ] as const) {
    await provider.goto(path);
    await expect(provider.getByRole('heading', { level: 1 })).toBeVisible();
    await capture(provider, `arabic-${name}`);
  }
});
