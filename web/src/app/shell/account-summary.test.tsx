import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { paths } from '@/routing';
import { done, http, member, provider, renderAt, server } from '@/test';

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
