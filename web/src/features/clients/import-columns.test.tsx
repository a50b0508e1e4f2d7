import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { done, http, refused, server } from '@/test';
import { provider, renderAt } from '@/test/app';

const row = { line: 2, outcome: 'new', email: '', client_id: '', client_name: '', field: '', reason: '' };
const counts = { new: 1, joined: 0, unchanged: 0, refused: 0 };
const columns = [
  { name: 'Name', used_for: 'name', example: 'Nora' },
  { name: 'Phone 1', used_for: 'phone', example: '' },
  { name: 'Nickname', used_for: 'unused', example: 'No' },
  { name: '', used_for: 'unused', example: '030 555555' },
  { name: 'Fax', used_for: 'unused', example: '' },
];
const preview = { ...counts, preview: 'p1', columns, rows: [{ ...row, name: 'Nora', phone: '' }] };
const other = { ...counts, preview: 'p2', columns, rows: [{ ...row, name: 'Nora', phone: '030555555' }] };

interface Sent {
  iv_columns?: string[];
  iv_preview?: string;
}

/** Answers with another preview once columns are assigned; what is sent is kept. */
function serverThatReads(): Sent[] {
  const sent: Sent[] = [];
  server.use(
    http.post('*/api/preview_client_import', async ({ request }) => {
      const body = (await request.json()) as Sent;
      sent.push(body);
      return done(body.iv_columns ? other : preview);
    }),
    http.post('*/api/import_clients', async ({ request }) => {
      sent.push((await request.json()) as Sent);
      return done(counts, 'The clients were imported.');
    }),
  );
  return sent;
}

async function chooseFile() {
  renderAt('/clients/import', provider);
  await screen.findByText(/^Nothing is chosen yet/);
  const input = document.querySelector('input[type="file"]');
  if (!(input instanceof HTMLInputElement)) throw new Error('there is no field for files');
  await userEvent.upload(input, new File(['Name\nNora\n'], 'clients.csv', { type: 'text/csv' }));
  return within(await screen.findByRole('region', { name: 'Columns of the file' }));
}

async function useFor(column: HTMLElement, use: string) {
  await userEvent.click(column);
  await userEvent.click(await screen.findByRole('option', { name: use }));
}

describe('the columns of a file of clients', () => {
  it('are named with what they are used for, those that are not used too', async () => {
    serverThatReads();
    const shown = await chooseFile();
    expect(shown.getAllByRole('combobox').map((each) => (each as HTMLInputElement).value)).toEqual([
      'Name',
      'Phone',
      'Not used',
      'Not used',
    ]);
    expect(shown.getByRole('combobox', { name: 'Nickname' })).toHaveAccessibleDescription('No');
    expect(shown.getByRole('combobox', { name: 'Column 4' })).toHaveAccessibleDescription('030 555555');
    expect(shown.queryByRole('combobox', { name: 'Fax' })).toBeNull();
  });

  it('are assigned by hand, and the import is that of what was shown then', async () => {
    const sent = serverThatReads();
    const shown = await chooseFile();
    await useFor(shown.getByRole('combobox', { name: 'Column 4' }), 'Phone');
    expect(await screen.findByText(/030555555/)).toBeVisible();
    expect(shown.getByRole('combobox', { name: 'Column 4' })).toHaveValue('Phone');
    await userEvent.click(screen.getByRole('button', { name: 'Import' }));
    await screen.findByRole('link', { name: 'To the clients' });
    const assigned = ['name', 'phone', 'unused', 'phone', 'unused'];
    expect(sent.map(({ iv_columns, iv_preview }) => [iv_columns, iv_preview])).toEqual([
      [undefined, undefined],
      [assigned, undefined],
      [assigned, 'p2'],
    ]);
  });

  it('need one of the name, and nothing is imported without it', async () => {
    const sent = serverThatReads();
    const shown = await chooseFile();
    await useFor(shown.getByRole('combobox', { name: 'Name' }), 'Not used');
    expect(await screen.findByText('Choose a column for the name.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled();
    expect(sent).toHaveLength(1);
    await useFor(shown.getByRole('combobox', { name: 'Nickname' }), 'Name');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Import' })).toBeEnabled());
    expect(screen.queryByText('Choose a column for the name.')).toBeNull();
  });

  it('stay in sight when they are refused', async () => {
    serverThatReads();
    const shown = await chooseFile();
    server.use(http.post('*/api/preview_client_import', () => refused('', { iv_media_base: 'This file takes too long to read.' })));
    await useFor(shown.getByRole('combobox', { name: 'Nickname' }), 'Name');
    expect(await screen.findByText('This file takes too long to read.')).toBeVisible();
    expect(shown.getByRole('combobox', { name: 'Nickname' })).toHaveValue('Name');
    expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled();
  });
});
