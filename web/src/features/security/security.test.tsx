import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { paths } from '@/routing';
import { done, failed, http, HttpResponse, member, refused, renderAt, server } from '@/test';

const nothing = { required: false, authenticator_app: false, authenticator_app_available: true, passkeys: [], recovery_codes_left: 0 };
const app = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x', qr_code: 'data:image/svg+xml,%3Csvg/%3E' };
const granted = {
  session_data: { ...member, accessToken: '', accessTokenExpiry: '' },
  access_token: 'granted-token',
  access_token_expiry: '2999-01-01T00:00:00Z',
};

it('sets an authenticator app up and shows the recovery codes once', async () => {
  let factors = nothing;
  server.use(
    http.get('*/api/get_second_factors', () => done(factors)),
    http.post('*/api/begin_authenticator_app', () => done(app)),
    http.post('*/api/confirm_authenticator_app', async ({ request }) => {
      const { iv_code } = (await request.json()) as { iv_code: string };
      if (iv_code !== '123456') return refused('This code is not correct, or was used before');
      factors = { ...nothing, authenticator_app: true, recovery_codes_left: 10 };
      return done({ recovery_codes: ['abcd-efgh', 'ijkl-mnop'] }, 'Your authenticator app is set up.');
    }),
  );
  renderAt(paths.security, member);
  await userEvent.click(await screen.findByRole('button', { name: 'Set up' }));
  const dialog = await screen.findByRole('dialog', { name: 'Set up an authenticator app' });
  expect(await within(dialog).findByText('JBSWY3DPEHPK3PXP')).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Set up' }));
  expect(within(dialog).getByText('This Field cannot be empty')).toBeVisible();
  await userEvent.type(within(dialog).getByLabelText('Code'), '000000');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Set up' }));
  expect(await within(dialog).findByText('This code is not correct, or was used before')).toBeVisible();
  await waitFor(() => expect(within(dialog).getByLabelText('Code')).toHaveFocus());
  expect(within(dialog).getByLabelText('Code')).toHaveAccessibleDescription('This code is not correct, or was used before');
  await userEvent.clear(within(dialog).getByLabelText('Code'));
  await userEvent.type(within(dialog).getByLabelText('Code'), '123456');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Set up' }));
  const codes = await screen.findByRole('dialog', { name: 'Your recovery codes' });
  expect(within(codes).getByText('ijkl-mnop')).toBeVisible();
  await userEvent.click(within(codes).getByRole('button', { name: 'I have kept them' }));
  expect(await screen.findByText('10 left. Each signs you in once when your other factors are away.')).toBeVisible();
});

it('offers to try again when the factors do not come', async () => {
  server.use(http.get('*/api/get_second_factors', () => failed(503)));
  renderAt(paths.security, member);
  expect(await screen.findByRole('button', { name: /try again/i })).toBeVisible();
});

it('asks who it is, stores the new token and sends the call again', async () => {
  const bearers: (string | null)[] = [];
  server.use(
    http.get('*/api/get_second_factors', () => done({ ...nothing, authenticator_app: true, recovery_codes_left: 3 })),
    http.post('*/api/renew_recovery_codes', ({ request }) => {
      bearers.push(request.headers.get('authorization'));
      return bearers.length === 1
        ? refused('Please confirm that it is you.', { iv_step_up: 'Please confirm that it is you.' })
        : done({ recovery_codes: ['abcd-efgh'] });
    }),
    http.post('*/api/begin_step_up', () => done({ methods: ['authenticator_app'], passkey_options: null })),
    http.post('*/api/step_up', () =>
      done({
        session_data: granted.session_data,
        refreshed_access_token: { access_token: 'stepped-up', access_token_expiry: granted.access_token_expiry },
      }),
    ),
  );
  renderAt(paths.security, member);
  await userEvent.click(await screen.findByRole('button', { name: 'New codes' }));
  const dialog = await screen.findByRole('dialog', { name: 'Is it you?' });
  await waitFor(() => expect(within(dialog).getByLabelText('Code')).toHaveFocus());
  await userEvent.keyboard('123456');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('abcd-efgh')).toBeVisible();
  expect(bearers[1]).toBe('Bearer stepped-up');
});

it('removes a factor once it is said what that means', async () => {
  let removed = 0;
  server.use(
    http.get('*/api/get_second_factors', () => done({ ...nothing, authenticator_app: removed === 0, recovery_codes_left: 3 })),
    http.post('*/api/remove_authenticator_app', () => {
      removed += 1;
      return done(null, 'The authenticator app is removed.');
    }),
  );
  renderAt(paths.security, member);
  const button = await screen.findByRole('button', { name: 'Remove: Authenticator app' });
  await userEvent.click(button);
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Remove: Authenticator app' })).getByRole('button', { name: 'Cancel' }),
  );
  await waitFor(() => expect(button).toHaveFocus());
  expect(removed).toBe(0);
  await userEvent.click(button);
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByRole('button', { name: 'Set up' })).toBeVisible();
  expect(removed).toBe(1);
});

it('signs in by a second step', async () => {
  server.use(
    http.post('*/api/sign_in', () =>
      HttpResponse.json({
        status: false,
        message: { main_msg: 'This account asks for a second step: a code or a passkey.', iv_msg: { iv_second_factor: 'x' } },
        data: { second_factor: { challenge: 'chal', methods: ['authenticator_app', 'recovery_code'], passkey_options: null } },
      }),
    ),
    http.post('*/api/sign_in_second_factor', async ({ request }) => {
      const { iv_challenge, iv_code } = (await request.json()) as Record<string, string>;
      return iv_challenge === 'chal' && iv_code === '123456' ? done(granted) : refused('This code is not correct, or was used before');
    }),
  );
  const { place } = renderAt(paths.signIn);
  await userEvent.type(await screen.findByLabelText('E-mail'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('heading', { name: 'One more step' })).toBeVisible();
  await userEvent.type(screen.getByLabelText('Code'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(place()).toBe(paths.feed));
  expect(localStorage.getItem('access_token')).toBe('granted-token');
});

it('asks for a new mail address, shows who has confirmed, and takes it back', async () => {
  let change = { email: '', old_confirmed: false, new_confirmed: false };
  server.use(
    http.get('*/api/get_mail_change', () => done(change)),
    http.post('*/api/request_mail_change', async ({ request }) => {
      const { iv_email } = (await request.json()) as { iv_email: string };
      change = { email: iv_email, old_confirmed: false, new_confirmed: true };
      return done(null, 'A link is on its way to both addresses.');
    }),
    http.post('*/api/cancel_mail_change', () => {
      change = { email: '', old_confirmed: false, new_confirmed: false };
      return done(null, 'Your mail address stays as it is.');
    }),
  );
  renderAt(paths.mailAddress, member);
  await userEvent.type(await screen.findByLabelText('New address'), 'new@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Send the links' }));
  expect(await screen.findByText('The present address has not confirmed yet')).toBeVisible();
  expect(screen.getByText('The new address has confirmed')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Keep the present address' }));
  expect(await screen.findByLabelText('New address')).toBeVisible();
});

it('confirms one side of a new mail address by a press', async () => {
  server.use(http.post('*/api/confirm_mail_change', () => done({ changed: false }, 'Thank you. The other address has to confirm too.')));
  renderAt('/confirm_mail_change/secret');
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Thank you. The other address has to confirm too.')).toBeVisible();
});

it('says that a link for a new mail address holds no longer', async () => {
  server.use(
    http.post('*/api/confirm_mail_change', () => refused('This link has been used or is too old. Please begin the change again.')),
  );
  renderAt('/confirm_mail_change/secret');
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText(/This link has been used/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Confirm' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible();
});
