import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { saveJson } from '@/platform/files';
import { paths } from '@/routing';
import { done, failed, http, member, renderAt, server } from '@/test';

vi.mock('@/platform/files', () => ({ saveJson: vi.fn() }));

const begun = {
  export_id: 'one',
  state: 'collecting',
  parts_done: 0,
  parts: 5,
  size: 0,
  requested_at: '2026-03-01T10:00:00Z',
  ready_at: null as string | null,
  expires_at: '2026-03-08T10:00:00Z',
};
const ready = { ...begun, state: 'ready', parts_done: 5, size: 20_481, ready_at: '2026-03-01T10:01:00Z' };

const all = { in_app: true, email: true, push: true };
const kinds = { appointments: all, reminders: all, ratings: all, circle: all, posts: all, messages: all };
const preferences = http.get('*/api/get_notification_preferences', () => done({ preferences: kinds, language: 'english' }));

/** The server's answers about the newest export, one after another; the last one holds. */
function serve(...exports: (object | null)[]): void {
  const left = [...exports];
  server.use(
    preferences,
    http.get('*/api/get_data_export', () => done({ data_export: left.length > 1 ? left.shift() : left[0] })),
    http.post('*/api/start_data_export', () => {
      left.splice(0, left.length, { ...begun, parts_done: 3 }, ready);
      return done({ data_export: begun });
    }),
  );
}

beforeEach(() => vi.mocked(saveJson).mockClear());

it('starts an export, shows how many parts are there, and downloads it when it is ready', async () => {
  serve(null);
  const document = { identity: { account: {} } };
  server.use(http.get('*/api/download_data_export/one', () => done(document)));
  renderAt(paths.mySettings, member);
  await userEvent.click(await screen.findByRole('button', { name: 'Collect my data' }));
  const progress = await screen.findByRole('progressbar', { name: '3 of 5 parts are collected.' });
  expect(progress).toHaveAttribute('value', '3');
  expect(progress).toHaveAttribute('max', '5');
  const download = await screen.findByRole('button', { name: 'Download' }, { timeout: 5000 });
  expect(screen.getByText(/Your data is ready: 21 kB/)).toBeVisible();
  await userEvent.click(download);
  await waitFor(() => expect(saveJson).toHaveBeenCalledWith(document, 'openhours-my-data.json'));
});

it('goes on with an export that was started before', async () => {
  serve({ ...begun, parts_done: 4 });
  renderAt(paths.mySettings, member);
  expect(await screen.findByRole('progressbar', { name: '4 of 5 parts are collected.' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Collect my data' })).toBeNull();
});

it.each([
  ['expired', /has expired/],
  ['failed', /could not be completed/],
])('offers to start again when the last one has %s', async (state, words) => {
  serve({ ...ready, state });
  renderAt(paths.mySettings, member);
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Start again' }));
  expect(await screen.findByRole('progressbar')).toBeVisible();
});

it('says why it cannot start, and what it does not get', async () => {
  serve(null);
  server.use(http.post('*/api/start_data_export', () => failed(429, 'You have exported your data several times today.')));
  renderAt(paths.mySettings, member);
  await userEvent.click(await screen.findByRole('button', { name: 'Collect my data' }));
  expect(await screen.findByText(/several times today/)).toBeVisible();
});

it('offers to try again when it is not known how far the export is', async () => {
  server.use(
    preferences,
    http.get('*/api/get_data_export', () => failed(503)),
  );
  renderAt(paths.mySettings, member);
  expect(await screen.findByRole('button', { name: /try again/i })).toBeVisible();
});

it('saves nothing when a part cannot be had, and asks again how far the export is', async () => {
  serve(ready, { ...ready, state: 'expired' });
  server.use(http.get('*/api/download_data_export/one', () => failed(404)));
  renderAt(paths.mySettings, member);
  await userEvent.click(await screen.findByRole('button', { name: 'Download' }));
  expect(await screen.findByText(/has expired/)).toBeVisible();
  expect(saveJson).not.toHaveBeenCalled();
});
