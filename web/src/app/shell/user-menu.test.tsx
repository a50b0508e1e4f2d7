import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { paths } from '@/routing';
import type { SessionData } from '@/api';
import { member, provider, renderAt } from '@/test';

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
