import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { paths } from '@/routing';
import { done, http, member, renderAt, server } from '@/test';

afterEach(() => vi.restoreAllMocks());

const keepsNothing = /^This browser keeps no site data/;

it('where site data is blocked, signing in works in memory, and the page says so until that was read', async () => {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    vi.spyOn(window, name, 'get').mockImplementation(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    });
  const granted = { session_data: member, access_token: 'granted-token', access_token_expiry: '2999-01-01T00:00:00Z' };
  server.use(http.post('*/api/sign_in', () => done(granted)));
  const { place, store } = renderAt(paths.signIn);
  await userEvent.type(await screen.findByLabelText('E-mail'), 'ada@example.com');
  expect(await screen.findByText(keepsNothing)).toBeVisible();
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(place()).toBe(paths.feed));
  expect(store.getState().session.data.accessToken).toBe('granted-token');
  expect(await screen.findByText(keepsNothing)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByText(keepsNothing)).not.toBeInTheDocument());
});

it('nothing is said where nothing is lacking', async () => {
  renderAt(paths.privacyPolicy);
  await screen.findByRole('heading', { level: 1 });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(screen.queryByRole('button', { name: 'OK' })).not.toBeInTheDocument();
});
