import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { done, failed, http, member, renderAt, server } from '@/test';

const here = {
  login_id: 'here',
  this_device: true,
  browser: 'Firefox',
  system: 'Windows',
  timezone: 'Europe/Lisbon',
  signed_in_at: '2026-03-01T10:00:00Z',
  last_used_at: '2026-03-01T10:00:00Z',
};
const phone = { ...here, login_id: 'phone', this_device: false, browser: 'Safari', system: 'iPhone', timezone: 'America/New_York' };
const unknown = { ...here, login_id: 'unknown', this_device: false, browser: '', system: '', timezone: '' };

function serve(...logins: object[]) {
  let left = logins;
  server.use(
    http.get('*/api/get_active_logins', () => done({ logins: left })),
    http.post('*/api/end_login', async ({ request }) => {
      const { iv_login_id } = (await request.json()) as { iv_login_id: string };
      left = left.filter((each) => (each as typeof here).login_id !== iv_login_id);
      return done(null, 'That device is signed out.');
    }),
    http.post('*/api/end_other_logins', () => {
      left = [here];
      return done({ ended: 2 }, 'You are signed out on every other device.');
    }),
  );
}

it('lists the devices, marks this one and signs one out', async () => {
  serve(here, phone, unknown);
  renderAt('/devices_and_logins', member);
  const own = await screen.findByRole('article', { name: 'Firefox on Windows' });
  expect(own).toHaveTextContent('Time zone Lisbon');
  expect(own).toHaveTextContent('This device');
  expect(within(own).queryByRole('button')).toBeNull();
  expect(screen.getByRole('article', { name: 'Unknown device' })).not.toHaveTextContent('Time zone');
  await userEvent.click(screen.getByRole('button', { name: 'Sign out: Safari on iPhone' }));
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Safari on iPhone' })).toBeNull());
  expect(screen.getByRole('article', { name: 'Unknown device' })).toBeVisible();
});

it('signs out all others at once, and says when there is no other', async () => {
  serve(here, phone, unknown);
  renderAt('/devices_and_logins', member);
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out all other devices' }));
  expect(await screen.findByText('You are signed in on no other device.')).toBeVisible();
});

it('offers to try again when the list does not come', async () => {
  server.use(http.get('*/api/get_active_logins', () => failed(503)));
  renderAt('/devices_and_logins', member);
  expect(await screen.findByRole('button', { name: /try again/i })).toBeVisible();
});
