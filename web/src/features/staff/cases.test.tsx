import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { done, failed, http, member, renderAt, server } from '@/test';

const request = {
  request_id: 'r1',
  topic: 'support',
  text: 'My phone was stolen.',
  filed_at: '2026-11-20T09:00:00Z',
  answer: '',
  answered_at: null,
  account_id: '',
  name: 'Gus Guest',
  email: 'gus@example.com',
};
const booking = {
  order_id: 'o1',
  request_status: 'accepted',
  provider_id: 'p1',
  provider_name: 'Mara Weiss',
  services: ['Back massage'],
  starts_at: '2026-12-01T09:00:00Z',
};

async function open(shown = request) {
  server.use(
    http.get('*/api/staff_get_overview', () => done({ open_reports: 0, open_requests: 1, suspended_accounts: 0 })),
    http.get('*/api/staff_get_request/r1', () => done({ request: shown })),
  );
  renderAt('/staff/requests/r1', { ...member, accountType: 'staff' });
  await screen.findByText('My phone was stolen.');
  return userEvent.setup();
}

describe('the bookings of a guest who asks the staff', () => {
  it('are looked for when somebody wants to see them, and the link to one is ended with a reason', async () => {
    const user = await open();
    const searched: unknown[] = [];
    const ended: unknown[] = [];
    server.use(
      http.post('*/api/staff_find_guest_bookings', async ({ request: sent }) => {
        searched.push(await sent.json());
        return searched.length === 1 ? failed(503, 'Temporary server issue') : done({ bookings: [booking] });
      }),
      http.post('*/api/staff_end_guest_link', async ({ request: sent }) => {
        ended.push(await sent.json());
        return done({});
      }),
    );
    expect(searched).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Find the bookings' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Temporary server issue');
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    const row = await screen.findByRole('listitem');
    expect(row).toHaveTextContent(/Back massage.*Mara Weiss/);
    expect(searched).toEqual(Array(2).fill({ iv_email: 'gus@example.com', iv_reason: 'request' }));
    await user.click(within(row).getByRole('button', { name: 'End the guest’s link' }));
    const dialog = await screen.findByRole('dialog', { name: 'End the guest’s link' });
    await user.click(within(dialog).getByRole('button', { name: 'End the guest’s link' }));
    expect(await within(dialog).findByText('This Field cannot be empty')).toBeVisible();
    await user.type(within(dialog).getByLabelText('Reason'), 'A stolen phone');
    expect(within(dialog).getByText('The log keeps this. 14 of 500')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'End the guest’s link' }));
    await waitFor(() => expect(ended).toEqual([{ iv_order_id: 'o1', iv_note: 'A stolen phone' }]));
  });

  it('are none where nobody has booked with the address', async () => {
    const user = await open();
    server.use(http.post('*/api/staff_find_guest_bookings', () => done({ bookings: [] })));
    await user.click(screen.getByRole('button', { name: 'Find the bookings' }));
    expect(await screen.findByText('Nobody has booked with this address.')).toBeVisible();
  });

  it('are not offered for somebody with an account', async () => {
    await open({ ...request, account_id: 'a1' });
    expect(screen.queryByRole('button', { name: 'Find the bookings' })).not.toBeInTheDocument();
  });
});

const account = {
  owner_id: 'provider-1',
  name: 'Mara Weiss',
  username: 'mara',
  email: 'mara@example.com',
  avatar: '',
  provider: true,
  manual_verification: 'unverified',
  staff: false,
  suspended: false,
  created_date: '2026-01-01T00:00:00Z',
  open_reports: 0,
  expertise: 'Physiotherapy',
  city: 'Graz',
  country: 'AT',
  bio: '',
  suspended_at: null,
  reports: [],
  history: [],
};

async function openAccount(shown: typeof account) {
  server.use(
    http.get('*/api/staff_get_overview', () => done({ open_reports: 0, open_requests: 0, suspended_accounts: 0 })),
    http.get('*/api/staff_get_account/provider-1', () => done({ account: shown })),
  );
  renderAt('/staff/accounts/provider-1?reason=check', { ...member, accountType: 'staff' });
  await screen.findByText('mara@example.com');
}

describe('the list of accounts', () => {
  it('is asked for only with a reason, which leads on to an account', async () => {
    const asked: string[] = [];
    server.use(
      http.get('*/api/staff_get_overview', () => done({ open_reports: 0, open_requests: 0, suspended_accounts: 0 })),
      http.get('*/api/staff_get_accounts', ({ request: sent }) => {
        asked.push(new URL(sent.url).searchParams.get('reason') ?? '');
        return done({ accounts: [{ ...account, open_reports: 0, provider: true }], next_cursor: null });
      }),
    );
    renderAt('/staff/accounts', { ...member, accountType: 'staff' });
    const reason = await screen.findByRole('link', { name: 'To decide a report' });
    expect(asked).toEqual([]);
    await userEvent.click(reason);
    expect(await screen.findByRole('link', { name: /@mara/ })).toHaveAttribute('href', '/staff/accounts/provider-1?reason=report');
    expect(asked).toEqual(['report']);
  });
});

describe('an account', () => {
  it('leads to the page of a provider', async () => {
    await openAccount(account);
    expect(screen.getByRole('link', { name: '@mara' })).toHaveAttribute('href', '/p/mara');
  });

  it('does not lead to the page of who is suspended: nobody finds it', async () => {
    await openAccount({ ...account, suspended: true });
    expect(screen.getByText('@mara')).toBeVisible();
    expect(screen.queryByRole('link', { name: '@mara' })).not.toBeInTheDocument();
  });
});
