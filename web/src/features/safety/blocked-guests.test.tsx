import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { done, http, server } from '@/test';
import { member, provider, renderAt } from '@/test/app';

/** A server that keeps one blocked guest until it is told to let them go. */
function serverWithGuest() {
  let guests = [{ block_id: 'block-1', name: 'Gus Guest', blocked_date: '2026-11-20T10:00:00Z' }];
  server.use(
    http.get('*/api/get_blocked_accounts', () => done([])),
    http.get('*/api/get_blocked_guests', () => done({ guests, next_cursor: null })),
    http.post('*/api/unblock_guest', () => {
      guests = [];
      return done({ block_id: 'block-1' }, 'The guest is no longer blocked.');
    }),
  );
}

describe('the guests whom a provider blocks', () => {
  it('are listed without an address, and can be let in again', async () => {
    serverWithGuest();
    renderAt('/blocked_accounts', provider);
    const section = await screen.findByRole('region', { name: 'Blocked guests' });
    expect(await within(section).findByText('Gus Guest')).toBeVisible();
    await userEvent.setup().click(within(section).getByRole('button', { name: 'Unblock Gus Guest' }));
    await waitFor(() => expect(within(section).queryByText('Gus Guest')).toBeNull());
    expect(within(section).getByText('You have not blocked any guest.')).toBeVisible();
  });

  it('do not concern who is no provider', async () => {
    serverWithGuest();
    renderAt('/blocked_accounts', member);
    expect(await screen.findByText('You have not blocked anybody.')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Blocked guests' })).toBeNull();
  });
});
