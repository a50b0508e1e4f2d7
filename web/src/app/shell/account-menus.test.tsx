import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { paths } from '@/routing';
import type { SessionData } from '@/api';
import { done, http, member, provider, renderAt, server } from '@/test';

async function openMenu(session: SessionData) {
  renderAt(paths.feed, session);
  await userEvent.click(await screen.findByRole('button', { name: /Ada/ }));
  return within(await screen.findByRole('menu'));
}

it('the user menu shows the username of a provider', async () => {
  const menu = await openMenu(provider);
  expect(menu.getByText('@ada_lovelace')).toBeInTheDocument();
});

it('the user menu shows no username of a client, and at most 22 characters of a name', async () => {
  const menu = await openMenu({ ...member, username: 'ada', name: 'Ada Augusta King, Countess of Lovelace' });
  expect(menu.getByText('Ada Augusta King, Coun')).toBeInTheDocument();
  expect(menu.queryByText(/^@/)).not.toBeInTheDocument();
});

beforeEach(() => server.use(http.get('*/api/get_bookmarked_posts', () => done([]))));

it('the username is shown, and opens its dialog, once it was chosen', async () => {
  renderAt(paths.myBookmarks, provider);
  await userEvent.click(await screen.findByRole('button', { name: /@ada_lovelace/ }));
  expect(await screen.findByRole('dialog')).toBeVisible();
});

it('no username is shown before it was chosen', async () => {
  renderAt(paths.myBookmarks, member);
  expect(await screen.findByText('Ada Lovelace')).toBeVisible();
  expect(screen.queryByText(/^@/)).not.toBeInTheDocument();
});
