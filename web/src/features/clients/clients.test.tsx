import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { done, failed, http, server } from '@/test';
import { provider, renderAt } from '@/test/app';

const ana = {
  client_id: 'c1',
  owner_id: 'a1',
  name: 'Ana Lópezová',
  email: 'ana@example.com',
  phone: '',
  username: 'ana',
  avatar: '',
  is_guest: false,
  visits: 3,
  no_shows: 1,
  last_visit: '2026-11-02T10:00:00Z',
  next_visit: '',
  spent: [{ currency: 'EUR-DE', amount: 75 }],
  tags: ['VIP'],
  has_note: true,
};
const gus = {
  ...ana,
  client_id: 'c2',
  owner_id: '',
  name: 'Gus Guest',
  is_guest: true,
  visits: 0,
  no_shows: 0,
  last_visit: '',
  spent: [],
  tags: [],
  has_note: false,
};
const order = {
  order_id: 'o1',
  request_status: 'completed',
  services: ['Talk'],
  starts_at: '2026-11-02T10:00:00Z',
  total: 25,
  currency: 'EUR-DE',
};

/** A server with two clients, of whom it finds those whose name has the search text. */
function serverWithClients() {
  const asked: string[] = [];
  server.use(
    http.get('*/api/get_clients', ({ request }) => {
      const { searchParams, search } = new URL(request.url);
      asked.push(search);
      const clients = [ana, gus].filter(({ name }) => name.toLowerCase().includes(searchParams.get('q') ?? ''));
      return done({ clients, tags: [{ tag: 'VIP', clients: 1 }], next_cursor: null });
    }),
  );
  return asked;
}

function serverWithAna(note = 'Likes tea') {
  server.use(http.get('*/api/get_client/c1', () => done({ client: { ...ana, note, orders: [order] } })));
}

describe('the list of clients', () => {
  it('is searched, narrowed by a tag and sorted, and each name leads to its page', async () => {
    const asked = serverWithClients();
    renderAt('/clients', provider);
    expect(await screen.findByRole('link', { name: 'Gus Guest' })).toHaveAttribute('href', '/clients/c2');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Find a client' }), 'ana');
    await waitFor(() => expect(asked.at(-1)).toContain('q=ana&'));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Gus Guest' })).toBeNull());
    expect(await screen.findByRole('link', { name: 'Ana Lópezová' })).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: 'VIP (1)' }));
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Spent');
    await waitFor(() => expect(asked.at(-1)).toContain('q=ana&tag=VIP&sort=spent'));
  });

  it('says how clients come here, and what to do when none is found', async () => {
    server.use(http.get('*/api/get_clients', () => done({ clients: [], tags: [], next_cursor: null })));
    renderAt('/clients', provider);
    expect(await screen.findByText(/^Nobody has booked with you yet/)).toBeVisible();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Find a client' }), 'zz');
    await userEvent.click(await screen.findByRole('button', { name: 'Show all clients' }));
    expect(await screen.findByText(/^Nobody has booked with you yet/)).toBeVisible();
    expect(screen.getByRole('searchbox', { name: 'Find a client' })).toHaveValue('');
  });

  it('can be asked for again when it fails', async () => {
    server.use(http.get('*/api/get_clients', () => failed(500)));
    renderAt('/clients', provider);
    const again = await screen.findByRole('button', { name: 'Try again' });
    serverWithClients();
    await userEvent.click(again);
    expect(await screen.findByRole('link', { name: 'Gus Guest' })).toBeVisible();
  });
});

describe('the page of a client', () => {
  it('shows figures, and bookings that open', async () => {
    serverWithAna();
    renderAt('/clients/c1', provider);
    expect(await screen.findByRole('heading', { level: 1, name: 'Ana Lópezová' })).toBeVisible();
    const figures = within(screen.getByRole('region', { name: 'Figures' }));
    expect(figures.getByText('3')).toBeVisible();
    expect(figures.getByText('€75')).toBeVisible();
    const past = within(screen.getByRole('region', { name: 'Past bookings' }));
    expect(past.getByRole('link', { name: /Talk/ })).toHaveAttribute('href', expect.stringContaining('booking=o1'));
  });

  it('keeps what was written when a save fails, and says so until it is saved', async () => {
    serverWithAna();
    server.use(http.post('*/api/update_client', () => failed(500)));
    renderAt('/clients/c1', provider);
    const note = await screen.findByRole('textbox', { name: 'Private note' });
    await userEvent.type(note, ' and cake');
    await userEvent.click(screen.getByRole('button', { name: 'Save note' }));
    expect(await screen.findByText('Not saved. What you wrote is still here.')).toBeVisible();
    expect(note).toHaveValue('Likes tea and cake');
    const sent: unknown[] = [];
    server.use(
      http.post('*/api/update_client', async ({ request }) => {
        sent.push(await request.json());
        return done({ client: { ...ana, note: 'Likes tea and cake', orders: [] } }, 'Saved.');
      }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Save note' }));
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(sent).toEqual([{ iv_client_id: 'c1', iv_note: 'Likes tea and cake' }]);
    expect(note).toHaveValue('Likes tea and cake');
  });

  it('saves each change of the tags, and keeps one that is refused in sight', async () => {
    serverWithAna();
    const sent: unknown[] = [];
    server.use(
      http.post('*/api/update_client', async ({ request }) => {
        sent.push(await request.json());
        return failed(500);
      }),
    );
    renderAt('/clients/c1', provider);
    await userEvent.type(await screen.findByRole('textbox', { name: 'Add a tag' }), 'Monday{Enter}');
    expect(await screen.findByText('The tags were not saved. Please try again.')).toBeVisible();
    expect(sent).toEqual([{ iv_client_id: 'c1', iv_tags: ['VIP', 'Monday'] }]);
    expect(screen.getByText('Monday')).toBeVisible();
  });
});
