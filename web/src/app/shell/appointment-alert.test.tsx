import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { done, failed, http, member, provider, renderAt, screenSize, server } from '@/test';

const user = userEvent.setup();
const waiting = {
  order_id: 'o1',
  provider_id: provider.ownerId,
  owner_id: 'client-1',
  user_category: 'active',
  name: 'Ivo Marin',
  email: 'ivo@example.com',
  guest_name: '',
  guest_email: '',
  username: '',
  avatar: '',
  onboardProfile: false,
  brief: 'Hello',
  services: JSON.stringify([{ service_id: 's1', service: 'Back relief' }]),
  request_status: 'pending',
  complete_status: 'pending',
  client_start_time: '2999-01-01T10:00:00Z',
  client_end_time: '2999-01-01T10:30:00Z',
  provider_start_time: '2999-01-01T10:00:00Z',
  provider_end_time: '2999-01-01T10:30:00Z',
  session_time: '[]',
  created_date: '2026-01-01T00:00:00Z',
  currency: 'EUR-DE',
  total_cost: 0,
  delivery_mode: 'remote',
};
const post = {
  post_id: 'p1',
  post_type: 'post',
  owner_id: 'provider-2',
  name: 'Mara Weiss',
  username: 'mara',
  avatar: '',
  expertise: 'Physiotherapy',
  post_brief: 'Come by',
  repost_brief: '',
  media_name: 'none',
  status: 'active',
  post_active: 'now',
  post_date: '2026-01-01T00:00:00Z',
  created_date: '2026-01-01T00:00:00Z',
  rating_all_avg: 4.5,
  rating_client_size: 2,
  tags: '[]',
  comment_count: 0,
  repost_count: 0,
  bookmark_count: 0,
};
const alertName = 'Appointment notifications';
const noAlert = () => screen.queryByRole('dialog', { name: alertName }) === null;
const loaded = (store: ReturnType<typeof renderAt>['store']) =>
  waitFor(() => expect(JSON.stringify(store.getState().api.queries)).toContain('"o1"'));
const alertDialog = () => screen.findByRole('dialog', { name: alertName });

/** The answer with the waiting booking, held back until the test lets it go. */
function heldAlerts(): () => void {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  server.use(
    http.get('*/api/get_user_alerts', async () => {
      await held;
      return done({ alerts_list: [], unread: 1, bookings_list: { order: [waiting], request: [] } });
    }),
  );
  return () => release();
}

beforeEach(() =>
  server.use(
    http.get('*/api/get_provider_profile', () => failed(404)),
    http.get('*/api/get_blocked_accounts', () => done([])),
    http.get('*/api/get_user_requests', () => done({ user_requests: [], next_cursor: null })),
    http.get('*/api/get_feed_post/:id', () => done(post)),
    http.get('*/api/get_feed_post_comment_and_repost_history/*', () =>
      done({ all_reposts: [], comments: [], may_comment: true, next_cursor: null }),
    ),
  ),
);

describe('the appointment alert', () => {
  it('opens over a page once, and not again where the app is opened anew', async () => {
    heldAlerts()();
    renderAt('/feed', provider);
    expect(await alertDialog()).toBeVisible();
    cleanup();
    sessionStorage.clear();
    const { store } = renderAt('/privacy_policy', provider);
    await loaded(store);
    expect(noAlert()).toBe(true);
  });

  it('names the services, and its requests are answered in it', async () => {
    heldAlerts()();
    const answers: unknown[] = [];
    server.use(
      http.post('*/api/update_appointment_order_request', async ({ request }) => {
        answers.push(await request.json());
        return done({ booking_data: { ...waiting, request_status: 'rejected', revision: 9 } });
      }),
    );
    renderAt('/feed', provider);
    const dialog = within(await alertDialog());
    expect(dialog.getByText('Back relief')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Decline' }));
    await user.click(dialog.getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(answers).toHaveLength(1));
    expect(answers[0]).toMatchObject({ iv_order_id: 'o1', iv_response: 'rejected' });
  });

  it('has no tabs of a provider for a client', async () => {
    const rateable = { ...waiting, provider_id: 'p', owner_id: member.ownerId, request_status: 'completed' };
    server.use(
      http.get('*/api/get_user_alerts', () => done({ alerts_list: [], unread: 1, bookings_list: { order: [], request: [rateable] } })),
    );
    renderAt('/feed', member);
    expect(
      within(await alertDialog())
        .getAllByRole('tab')
        .map((tab) => tab.textContent),
    ).toEqual(['Reviews1']);
  });

  it.each(['/change_password', '/delete_account', '/user_request', '/p/mara', '/message'])('does not open over %s', async (place) => {
    heldAlerts()();
    const { store } = renderAt(place, provider);
    await loaded(store);
    expect(noAlert()).toBe(true);
  });

  it('waits until the post in the address is closed, and for the next page then', async () => {
    heldAlerts()();
    const { store, router } = renderAt('/feed?autoView=true&autoActivePost=p1', provider);
    const view = await screen.findByRole('dialog');
    expect(await within(view).findByText('Come by')).toBeVisible();
    await loaded(store);
    expect(noAlert()).toBe(true);
    await user.click(within(view).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await act(() => router.navigate('/privacy_policy'));
    expect(await alertDialog()).toBeVisible();
  });

  it('waits, and for the next page then, until a sheet is closed that is in no address', async () => {
    const release = heldAlerts();
    screenSize.isBig = false;
    const { store, place, router } = renderAt('/feed', provider);
    await user.click(await screen.findByRole('button', { name: 'Menu' }));
    const sheet = await screen.findByRole('dialog');
    expect(place()).toBe('/feed');
    release();
    await loaded(store);
    expect(noAlert()).toBe(true);
    await user.click(within(sheet).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await act(() => router.navigate('/privacy_policy'));
    expect(await alertDialog()).toBeVisible();
  });
});
