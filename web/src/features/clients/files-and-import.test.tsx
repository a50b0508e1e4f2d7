import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { done, failed, http, refused, server } from '@/test';
import { provider, renderAt } from '@/test/app';

const ana = {
  client_id: 'c1',
  owner_id: 'a1',
  name: 'Ana',
  email: 'ana@example.com',
  phone: '491701234567',
  username: 'ana',
  avatar: '',
  is_guest: false,
  visits: 0,
  no_shows: 0,
  last_visit: '',
  next_visit: '',
  spent: [],
  tags: [],
  has_note: false,
  note: '',
  orders: [],
};
const letter = {
  file_id: 'f1',
  client_id: 'c1',
  name: 'Letter.pdf',
  kind: 'pdf',
  size: 20480,
  created_at: '2026-11-02T10:00:00Z',
  path: '/api/get_client_file/f1',
};

function serverWithAna(files: object[] = [letter]) {
  server.use(
    http.get('*/api/get_client/c1', () => done({ client: ana })),
    http.get('*/api/get_client_files/c1', () => done({ files, most_files: 20 })),
  );
}

function inputOfFiles(): HTMLInputElement {
  const input = document.querySelector('input[type="file"]');
  if (!(input instanceof HTMLInputElement)) throw new Error('there is no field for files');
  return input;
}

describe('the number of a client', () => {
  it('is dialled from the page, and kept in sight when it is refused', async () => {
    serverWithAna();
    server.use(http.post('*/api/update_client', () => refused('', { iv_phone: 'Only numbers.' })));
    renderAt('/clients/c1', provider);
    expect(await screen.findByRole('link', { name: '+491701234567' })).toHaveAttribute('href', 'tel:+491701234567');
    const field = screen.getByRole('textbox', { name: 'Phone' });
    await userEvent.clear(field);
    await userEvent.type(field, 'ask her{Enter}');
    expect(await screen.findByText('Only numbers.')).toBeVisible();
    expect(field).toHaveValue('ask her');
    const sent: unknown[] = [];
    server.use(
      http.post('*/api/update_client', async ({ request }) => {
        sent.push(await request.json());
        return done({ client: { ...ana, phone: '030123456' } }, 'Saved.');
      }),
    );
    await userEvent.clear(field);
    await userEvent.type(field, '030 / 123 456');
    await userEvent.click(screen.getByRole('button', { name: 'Save number' }));
    await waitFor(() => expect(field).toHaveValue('030123456'));
    expect(sent).toEqual([{ iv_client_id: 'c1', iv_phone: '030 / 123 456' }]);
  });
});

describe('the files of a client', () => {
  it('are listed, and one is removed once that is confirmed', async () => {
    serverWithAna();
    const sent: unknown[] = [];
    server.use(
      http.post('*/api/remove_client_file', async ({ request }) => {
        sent.push(await request.json());
        serverWithAna([]);
        return done({}, 'The file was removed.');
      }),
    );
    renderAt('/clients/c1', provider);
    const files = within(await screen.findByRole('region', { name: 'Files' }));
    expect(await files.findByText('Letter.pdf')).toBeVisible();
    await userEvent.click(files.getByRole('button', { name: 'Remove Letter.pdf' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove file' }));
    expect(await files.findByText('No files yet.')).toBeVisible();
    expect(sent).toEqual([{ iv_file_id: 'f1' }]);
  });

  it('say why one was not added', async () => {
    serverWithAna([]);
    server.use(http.post('*/api/add_client_file', () => refused('', { iv_media_base: 'This file cannot be kept.' })));
    renderAt('/clients/c1', provider);
    await screen.findByText('No files yet.');
    await userEvent.upload(inputOfFiles(), new File(['%PDF'], 'Half.pdf', { type: 'application/pdf' }));
    expect(await screen.findByText('Half.pdf: This file cannot be kept.')).toBeVisible();
  });
});

describe('the import of clients', () => {
  const row = { email: '', phone: '', client_id: '', client_name: '', field: '', reason: '' };
  const preview = {
    new: 1,
    joined: 0,
    unchanged: 0,
    refused: 1,
    preview: 'p1',
    rows: [
      { ...row, line: 2, outcome: 'new', name: 'Nora', phone: '4930555' },
      { ...row, line: 3, outcome: 'refused', name: '', email: 'x@x.org', field: 'name', reason: 'It is empty.' },
    ],
  };
  const file = () => new File(['name\nNora\n'], 'clients.csv', { type: 'text/csv' });

  it('shows what it does, row by row, and then does it', async () => {
    const sent: { iv_preview?: string; iv_media_base: string }[] = [];
    server.use(
      http.post('*/api/preview_client_import', () => done(preview)),
      http.post('*/api/import_clients', async ({ request }) => {
        sent.push((await request.json()) as (typeof sent)[number]);
        return done({ new: 1, joined: 0, unchanged: 0, refused: 1 }, 'The clients were imported.');
      }),
    );
    renderAt('/clients/import', provider);
    expect(await screen.findByText(/^Nothing is chosen yet/)).toBeVisible();
    await userEvent.upload(inputOfFiles(), file());
    const rows = within(await screen.findByRole('list', { name: 'Rows of the file' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Without a nameLine 3 · x@x.orgName: It is empty.',
      'NoraLine 2 · +4930555A new client',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Import' }));
    expect(await screen.findByRole('link', { name: 'To the clients' })).toHaveAttribute('href', '/clients');
    expect(sent).toMatchObject([{ iv_preview: 'p1', iv_media_base: `data:text/csv;base64,${btoa('name\nNora\n')}` }]);
  });

  it('says beside the file why it cannot be read, and asks again when the server is away', async () => {
    server.use(http.post('*/api/preview_client_import', () => refused('', { iv_media_base: 'The first row must name the columns.' })));
    renderAt('/clients/import', provider);
    await screen.findByText(/^Nothing is chosen yet/);
    await userEvent.upload(inputOfFiles(), file());
    expect(await screen.findByText('The first row must name the columns.')).toBeVisible();
    server.use(http.post('*/api/preview_client_import', () => failed(500)));
    await userEvent.upload(inputOfFiles(), file());
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.use(http.post('*/api/preview_client_import', () => done(preview)));
    await userEvent.click(again);
    expect(await screen.findByText('Nora')).toBeVisible();
  });

  it('shows the new preview when the clients have changed meanwhile', async () => {
    server.use(
      http.post('*/api/preview_client_import', () => done(preview)),
      http.post('*/api/import_clients', () => {
        server.use(http.post('*/api/preview_client_import', () => done({ ...preview, new: 0, rows: [], preview: '' })));
        return refused('', { iv_preview: 'Your clients have changed.' });
      }),
    );
    renderAt('/clients/import', provider);
    await screen.findByText(/^Nothing is chosen yet/);
    await userEvent.upload(inputOfFiles(), file());
    await userEvent.click(await screen.findByRole('button', { name: 'Import' }));
    expect(await screen.findByText('Your clients have changed.')).toBeVisible();
    expect(screen.getByText('Nothing would change.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled();
  });
});
