import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { done, http, member, renderAt, server } from '@/test';

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

async function open(shown: typeof account) {
  server.use(
    http.get('*/api/staff_get_overview', () => done({ open_reports: 0, open_requests: 0, suspended_accounts: 0 })),
    http.get('*/api/staff_get_account/provider-1', () => done({ account: shown })),
  );
  renderAt('/staff/accounts/provider-1?reason=check', { ...member, accountType: 'staff' });
  await screen.findByText('mara@example.com');
}

describe('an account', () => {
  it('leads to the page of a provider', async () => {
    await open(account);
    expect(screen.getByRole('link', { name: '@mara' })).toHaveAttribute('href', '/p/mara');
  });

  it('does not lead to the page of who is suspended: nobody finds it', async () => {
    await open({ ...account, suspended: true });
    expect(screen.getByText('@mara')).toBeVisible();
    expect(screen.queryByRole('link', { name: '@mara' })).not.toBeInTheDocument();
  });
});
