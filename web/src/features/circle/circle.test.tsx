import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openhoursApi } from '@/api';
import { done, failed, http, member, refused, renderAt, server } from '@/test';
import { showInCircle } from './api';

const user = userEvent.setup();
const card = (provider_id: string, trusted: boolean) => ({
  provider_id,
  owner_id: provider_id,
  name: `Provider ${provider_id}`,
  username: provider_id,
  avatar: '',
  expertise: 'Piano',
  category: 'events',
  city: 'Lima',
  country: 'Peru-PE',
  currency: 'PEN-PE',
  delivery_mode: 'remote',
  onboardProfile: true,
  manual_verification: 'unverified',
  rating_all_avg: 0,
  rating_client_size: 0,
  trusted,
});

/** A server with the circle that the test needs. */
function serveCircle(...ids: [string, boolean][]) {
  const circle = new Map(ids);
  server.use(
    http.get('*/api/get_my_circle', ({ request }) => {
      const only = new URL(request.url).searchParams.get('filter') === 'trusted';
      return done([...circle].filter(([, trusted]) => trusted || !only).map(([id, trusted]) => card(id, trusted)));
    }),
    http.get('*/api/get_user_fav_data', () =>
      done({ interest_info: [...circle].map(([provider_id, trusted]) => ({ provider_id, trusted })), bookmark_info: [], blocks_info: [] }),
    ),
    http.post('*/api/update_trust_status', async ({ request }) => {
      const { iv_provider_id, iv_trusted } = (await request.json()) as { iv_provider_id: string; iv_trusted: string };
      circle.set(iv_provider_id, iv_trusted === 'yes');
      return done({ trust_status: iv_trusted === 'yes' });
    }),
    http.post('*/api/remove_existing_interest', async ({ request }) => {
      const { iv_provider_id } = (await request.json()) as { iv_provider_id: string };
      circle.delete(iv_provider_id);
      return done({ provider_id: iv_provider_id });
    }),
  );
  return circle;
}

const row = (id: string) => screen.findByRole('article', { name: `Provider ${id}` });
const sidebar = (name: string, count: number) => screen.findByRole('link', { name: new RegExp(`^${name} ?${count}$`) });

describe('the circle', () => {
  it('shows trust at once, in the counts too, and takes it back when the server does not follow', async () => {
    serveCircle(['a', false], ['b', true]);
    server.use(http.post('*/api/update_trust_status', () => failed(503)));
    renderAt('/my_circle', member);
    const toggle = within(await row('a')).getByRole('button', { name: 'Trust' });
    await user.click(toggle);
    expect(await screen.findByText('Temporary server issue')).toBeVisible();
    await waitFor(() => expect(toggle).toHaveAttribute('aria-pressed', 'false'));
    expect(await sidebar('Trusted brands', 1)).toBeInTheDocument();
    server.resetHandlers();
    serveCircle(['a', false], ['b', true]);
    await user.click(toggle);
    await waitFor(() => expect(toggle).toHaveAttribute('aria-pressed', 'true'));
    expect(await sidebar('Trusted brands', 2)).toBeInTheDocument();
  });

  it('lets nobody go without a Yes, and says nothing when it fails', async () => {
    const circle = serveCircle(['a', false]);
    renderAt('/my_circle', member);
    await user.click(within(await row('a')).getByRole('button', { name: 'Manage Provider a in your circle' }));
    const manage = await screen.findByRole('dialog', { name: 'Manage circle action' });
    const remove = await within(manage).findByRole('button', { name: 'Remove from circle' });
    const decide = async (answer: string) => {
      await user.click(remove);
      await user.click(within(await screen.findByRole('dialog', { name: 'Confirm your decision' })).getByRole('button', { name: answer }));
    };
    await decide('No');
    // The confirmation is asked the first time, too.
    await waitFor(() => expect(remove).toHaveFocus());
    expect(circle.size).toBe(1);
    server.use(http.post('*/api/remove_existing_interest', () => refused('Not now')));
    await decide('Yes');
    await waitFor(() => expect(remove).toBeEnabled());
    expect(screen.queryByText('Not now')).not.toBeInTheDocument();
  });
});

describe('what is done with a provider', () => {
  it('stands at once in every list and count that is held, and can be taken back', async () => {
    serveCircle(['a', false]);
    const { store } = renderAt('/my_circle', member);
    await row('a');
    const favourites = () => openhoursApi.endpoints.getUserFavData.select()(store.getState()).data?.data.interest_info;
    await waitFor(() => expect(favourites()).toEqual([{ provider_id: 'a', trusted: false }]));
    showInCircle(store.dispatch, 'b', 'trusted');
    const { revert } = showInCircle(store.dispatch, 'a', 'removed');
    expect(favourites()).toEqual([{ provider_id: 'b', trusted: true }]);
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Provider a' })).not.toBeInTheDocument());
    revert();
    expect(favourites()).toEqual([
      { provider_id: 'a', trusted: false },
      { provider_id: 'b', trusted: true },
    ]);
    showInCircle(store.dispatch, 'a', 'added');
    showInCircle(store.dispatch, 'b', 'distrusted');
    expect(favourites()).toEqual([
      { provider_id: 'a', trusted: false },
      { provider_id: 'b', trusted: false },
    ]);
    expect(await row('a')).toBeVisible();
  });
});
