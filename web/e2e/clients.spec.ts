import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures';
import { book, newGuest, pageOf, respond } from './bookings';
import { captureSizes } from './screenshots';
import { seedAccount, seedProvider } from './seeded-people';

test('a provider finds a client by a part of the name, tags and notes them, sees figures and downloads the list', async ({
  browser,
  request,
}) => {
  const [provider, client, guest] = [await seedProvider(request, 'Nadia Kessler'), await seedAccount(request, 'Zoë Čapková'), newGuest()];
  const booking = await book(request, provider, client);
  await respond(request, provider, booking, 'accepted', 'https://meet.example.com/room/42');
  // A request that waits would open the dialog of what waits for an answer.
  await respond(request, provider, await book(request, provider, null, { guest }), 'accepted', 'https://meet.example.com/room/43');
  const page = await pageOf(browser, provider);
  await page.goto(`/schedule_manager/upcoming_schedule?dialog=booking&booking=${booking.order_id}`);
  await page.getByRole('dialog').getByRole('link', { name: 'Zoë Čapková' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Zoë Čapková' })).toBeVisible();
  await page.getByRole('link', { name: 'All clients' }).click();
  await expect(page.getByRole('link', { name: guest.name })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find a client' }).fill('capk');
  await expect(page.getByRole('link', { name: guest.name })).toHaveCount(0);
  await page.getByRole('link', { name: 'Zoë Čapková' }).click();
  const figures = page.getByRole('region', { name: 'Figures' });
  await expect(figures.getByText('Next visit').locator('..')).not.toContainText('–');
  await page.getByRole('textbox', { name: 'Add a tag' }).fill('Mornings');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Private note' }).fill('Brings her own mat');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Private note' })).toHaveValue('Brings her own mat');
  await captureSizes(page, 'client', undefined, figures);
  await page.getByRole('link', { name: 'All clients' }).click();
  const tag = page.getByRole('group', { name: 'Tags' }).getByText('Mornings (1)');
  await captureSizes(page, 'clients', undefined, tag);
  await tag.click();
  await expect(page.getByRole('link', { name: guest.name })).toHaveCount(0);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('openhours-clients.csv');
  const text = await readFile(await file.path(), 'utf8');
  expect(text.startsWith('\ufeffname,email,')).toBe(true);
  expect(text).toContain('Zoë Čapková');
  expect(text).toContain(guest.name);
  expect(text).not.toContain('Brings her own mat');
});

test('a provider imports clients from a file, keeps a number and files with one, and finds the client by the number', async ({
  browser,
  request,
}) => {
  const page = await pageOf(browser, await seedProvider(request, 'Nadia Kessler'));
  await page.goto('/clients');
  await page.getByRole('link', { name: 'Import' }).click();
  const choose = async (text: string) =>
    page.locator('input[type="file"]').setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('a;b\n1;2\n');
  await expect(page.getByText('The first row must name the columns: name, e-mail and phone.')).toBeVisible();
  const text = '\ufeffVorname;Nachname;E-Mail-Adresse\r\nZoë;Čapková;ZOE@example.com\r\nIvo;Marek;\r\n;;nobody@example.com\r\n';
  await choose(text);
  const rows = page.getByRole('list', { name: 'Rows of the file' });
  await expect(rows.getByRole('listitem')).toHaveCount(3);
  await expect(rows.getByRole('listitem').first()).toContainText('Line 4');
  await captureSizes(page, 'import of clients', undefined, rows);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('link', { name: 'To the clients' }).click();
  await page.getByRole('link', { name: 'Zoë Čapková' }).click();
  await page.getByRole('textbox', { name: 'Phone' }).fill('+420 (0)601 123-456');
  await page.getByRole('button', { name: 'Save number' }).click();
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('+420601123456');
  const files = page.getByRole('region', { name: 'Files' });
  const add = (name: string, mimeType: string, content: string) =>
    files.locator('input[type="file"]').setInputFiles({ name, mimeType, buffer: Buffer.from(content) });
  await add('Letter.pdf', 'application/pdf', '<script>alert(1)</script>');
  await expect(files.getByText(/^Letter.pdf: This file cannot be kept/)).toBeVisible();
  const letter = '%PDF-1.7\nThe knee, from the side.\n%%EOF\n';
  await add('Letter.pdf', 'application/pdf', letter);
  const saved = page.waitForEvent('download');
  await files.getByRole('button', { name: 'Download Letter.pdf' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('Letter.pdf');
  expect(await readFile(await file.path(), 'utf8')).toBe(letter);
  await captureSizes(page, 'client with files', undefined, files);
  await files.getByRole('button', { name: 'Remove Letter.pdf' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove file' }).click();
  await expect(files.getByText('No files yet.')).toBeVisible();
  await page.getByRole('link', { name: 'All clients' }).click();
  await page.getByRole('searchbox', { name: 'Find a client' }).fill('601 123');
  await expect(page.getByRole('link', { name: 'Ivo Marek' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Zoë Čapková' })).toBeVisible();
});
