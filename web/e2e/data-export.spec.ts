import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures';
import { visitor } from './bookable';
import { mailTo } from './people';
import { captureSizes } from './screenshots';
import { seedAccount } from './seeded-people';

test('all data about an account is collected, survives leaving the page, and is downloaded', async ({ browser, request }) => {
  const client = await seedAccount(request, 'Ines Falk');
  const page = await visitor(browser, client);
  await page.goto('/my_settings#data_export');
  const start = page.getByRole('button', { name: 'Collect my data' });
  await captureSizes(page, 'data-export-start', undefined, start);
  await start.click();
  const download = page.getByRole('button', { name: 'Download' });
  await expect(download).toBeVisible();
  await page.goto('/delete_account');
  await page.getByRole('link', { name: 'Download my data' }).click();
  await expect(download).toBeInViewport();
  await page.reload();
  await expect(page.getByText(/^Your data is ready/)).toBeVisible();
  await captureSizes(page, 'data-export-ready', undefined, download);
  const saved = page.waitForEvent('download');
  await download.click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('openhours-my-data.json');
  const held = JSON.parse(await readFile(await file.path(), 'utf8')) as Record<string, { account?: { name?: string } }>;
  expect(Object.keys(held).sort()).toEqual(['booking', 'feed', 'identity', 'notifications', 'profiles']);
  expect(held['identity']?.account?.name).toBe('Ines Falk');
  const mail = await mailTo(request, String(client.granted.session_data['email']), /Your data is ready/);
  expect(mail.text).toContain('/my_settings#data_export');
});

test('the states of an export are told, in words and for a screen reader', { tag: '@long' }, async ({ browser, request }) => {
  const page = await visitor(browser, await seedAccount(request, 'Ivo Lind'));
  const shown = {
    export_id: 'one',
    state: 'collecting',
    parts_done: 3,
    parts: 5,
    size: 0,
    requested_at: '2026-03-01T10:00:00Z',
    ready_at: null,
    expires_at: '2026-03-08T10:00:00Z',
  };
  await page.route('**/api/get_data_export', (route) =>
    route.fulfill({ json: { status: true, message: { main_msg: '', iv_msg: {} }, data: { data_export: shown } } }),
  );
  await page.goto('/my_settings#data_export');
  const progress = page.getByRole('progressbar', { name: '3 of 5 parts are collected.' });
  await captureSizes(page, 'data-export-collecting', undefined, progress);
  for (const [state, words] of [
    ['expired', /has expired/],
    ['failed', /could not be completed/],
  ] as const) {
    shown.state = state;
    await page.reload();
    await expect(page.getByText(words)).toBeVisible();
    await captureSizes(page, `data-export-${state}`, undefined, page.getByText(words));
  }
});
