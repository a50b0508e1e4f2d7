import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { paths } from '@/routing';
import { done, failed, http, member, refused, renderAt, server } from '@/test';

const granted = {
  session_data: { ...member, accessToken: '', accessTokenExpiry: '' },
  access_token: 'granted-token',
  access_token_expiry: '2999-01-01T00:00:00Z',
};

describe('signing in', () => {
  it('keeps the session and opens the feed', async () => {
    let sent: Record<string, unknown> = {};
    server.use(
      http.post('*/api/sign_in', async ({ request }) => {
        sent = (await request.json()) as Record<string, unknown>;
        return done(granted);
      }),
    );
    const { place } = renderAt(paths.signIn);
    await userEvent.type(await screen.findByLabelText('E-mail'), 'ada@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(place()).toBe(paths.feed));
    expect(sent).toMatchObject({ iv_email: 'ada@example.com', iv_password: 'correct horse' });
    expect(JSON.parse(String(sent['iv_device_data']))).toMatchObject({ timezone: expect.any(String), language: 'en' });
    expect(localStorage.getItem('access_token')).toBe('granted-token');
  });

  it('shows the refusal and lets the visitor try again', async () => {
    server.use(http.post('*/api/sign_in', () => refused('Wrong e-mail or password.')));
    renderAt(paths.signIn);
    await userEvent.type(await screen.findByLabelText('E-mail'), 'ada@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'wrong');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Wrong e-mail or password.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  });

  it('goes on to the page that asked for it', async () => {
    server.use(http.post('*/api/sign_in', () => done(granted)));
    const { place } = renderAt('/my_settings?topic=mail');
    await waitFor(() => expect(place()).toBe(paths.signIn));
    await userEvent.type(await screen.findByLabelText('E-mail'), 'ada@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(place()).toBe('/my_settings?topic=mail'));
  });

  it.each([
    ['somebody who went elsewhere first', '/my_settings', [paths.feed, paths.signIn]],
    ['somebody who was signed out already', paths.signOut, []],
  ])('opens the feed for %s', async (_who, asked, then) => {
    server.use(http.post('*/api/sign_in', () => done(granted)));
    const { place, router } = renderAt(asked);
    await screen.findByLabelText('E-mail');
    for (const address of then) await router.navigate(address);
    await userEvent.type(await screen.findByLabelText('E-mail'), 'ada@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(place()).toBe(paths.feed));
  });

  it('goes back to the post that was being booked', async () => {
    server.use(
      http.post('*/api/sign_in', () => done(granted)),
      http.get('*/api/get_feed_post/p1', () => failed(404)),
    );
    const { place } = renderAt('/sign_in?activeBookingPostId=p1');
    await userEvent.type(await screen.findByLabelText('E-mail'), 'ada@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(place()).toBe('/feed?activeBookingPostId=p1'));
  });
});

describe('signing up', () => {
  it("says the server's own sentences before anything is sent", async () => {
    renderAt(paths.signUp);
    expect(await screen.findByText(/^Account creation takes 30 seconds, and provider setup under 2 minutes\./)).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Create account' }));
    expect(await screen.findAllByText('This Field cannot be empty')).toHaveLength(3);
    // The first field with a problem gets the focus; typing before that would land in it.
    await waitFor(() => expect(screen.getByLabelText('Full name')).toHaveFocus());
    await userEvent.type(screen.getByLabelText('E-mail'), 'not-a-mail');
    await userEvent.type(screen.getByLabelText('Password'), 'short');
    await userEvent.tab();
    expect(screen.getByText('This Field can only contain valid emails. e.g name@example.com')).toBeVisible();
    expect(screen.getByText('The minimum length required for this field is 8')).toBeVisible();
  });

  it('puts a field message of the server beside its field', async () => {
    server.use(http.post('*/api/sign_up', () => refused('', { iv_email: 'This address is already used.' })));
    renderAt(paths.signUp);
    await userEvent.type(await screen.findByLabelText('Full name'), 'Zoë O’Brien');
    await userEvent.type(screen.getByLabelText('E-mail'), 'zoe@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'a long enough one');
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
    expect(await screen.findByText('This address is already used.')).toBeVisible();
    expect(screen.getByLabelText('E-mail')).toBeInvalid();
  });
});

describe('confirming the address', () => {
  const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Confirm my address' }));

  it('sends nothing before the press, so that no program that opens links confirms', async () => {
    const tokens: unknown[] = [];
    server.use(
      http.post('*/api/confirm_account', async ({ request }) => {
        tokens.push(await request.json());
        return done({ session_data: { ...member, accessToken: '', accessTokenExpiry: '' } });
      }),
    );
    renderAt('/confirm_account/secret-1', { ...member, autoVerification: 'unverified' });
    await screen.findByRole('button', { name: 'Confirm my address' });
    expect(tokens).toEqual([]);
    await press();
    expect(await screen.findByText('Your address is confirmed')).toBeVisible();
    expect(tokens).toEqual([{ iv_token: 'secret-1' }]);
    expect(localStorage.getItem('session_data')).toContain('"autoVerification":"verified"');
  });

  it('says nothing of another account that is signed in here', async () => {
    server.use(http.post('*/api/confirm_account', () => done({ session_data: null })));
    renderAt('/confirm_account/secret-1', { ...member, autoVerification: 'unverified' });
    await press();
    expect(await screen.findByText('Your address is confirmed')).toBeVisible();
    expect(localStorage.getItem('session_data')).toContain('"autoVerification":"unverified"');
  });

  it('lets one press again where the server was not reached, and calls no link dead for it', async () => {
    server.use(
      http.post('*/api/confirm_account', () => failed(503), { once: true }),
      http.post('*/api/confirm_account', () => done({ session_data: null })),
    );
    renderAt('/confirm_account/secret-1');
    await press();
    expect(await screen.findByRole('alert')).toBeVisible();
    await press();
    expect(await screen.findByText('Your address is confirmed')).toBeVisible();
  });

  it('offers a new link when the old one is dead', async () => {
    server.use(http.post('*/api/confirm_account', () => refused('This link is not valid any more.')));
    renderAt('/confirm_account/old', { ...member, autoVerification: 'unverified' });
    await press();
    expect(await screen.findByText('This link is not valid any more.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send a new link' })).toBeVisible();
  });
});

describe('signing out', () => {
  it('clears storage and goes home', async () => {
    server.use(http.get('*/api/sign_out', () => done(null)));
    const { place } = renderAt(paths.signOut, member);
    await waitFor(() => expect(place()).toBe(paths.home));
    expect(localStorage.getItem('session_data')).toBeNull();
  });
});

describe('deleting the account', () => {
  it('needs the password and ends on the landing page', async () => {
    server.use(http.post('*/api/delete_account', () => done(null)));
    const { place } = renderAt(paths.deleteAccount, member);
    const erase = await screen.findByRole('button', { name: 'Delete my account for ever' });
    await userEvent.click(erase);
    expect(await screen.findByText('This Field cannot be empty')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
    await userEvent.click(erase);
    await waitFor(() => expect(place()).toBe(paths.home));
    expect(localStorage.getItem('access_token')).toBeNull();
  });
});

const screens = [
  { path: paths.signIn, kinds: ['current-password'] },
  { path: paths.signUp, kinds: ['new-password'] },
];

describe.each(screens)('the passwords of $path', ({ path, kinds }) => {
  it('are masked, named for password managers, and may be pasted', async () => {
    renderAt(path);
    await screen.findByLabelText('Password');
    const fields = [...document.querySelectorAll<HTMLInputElement>('input[type=password]')];
    expect(fields.map((field) => field.autocomplete)).toEqual(kinds);
    for (const field of fields) {
      await userEvent.click(field);
      await userEvent.paste('correct horse battery staple');
      expect(field).toHaveValue('correct horse battery staple');
    }
  });
});
