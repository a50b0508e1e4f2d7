import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { done, http, member, provider, renderAt, server } from '@/test';

const hour = 3_600_000;
const now = new Date(2026, 10, 27, 10);
const at = (hours: number) => new Date(now.getTime() + hours * hour).toISOString();
const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });

const services = JSON.stringify([{ service_id: 'one', service: 'Massage' }]);

function booking(order_id: string, over: Record<string, unknown> = {}) {
  return {
    order_id,
    provider_id: provider.ownerId,
    owner_id: 'client-1',
    user_category: 'active',
    name: 'Ivo Marin',
    email: '',
    guest_name: '',
    guest_email: '',
    username: '',
    avatar: '',
    onboardProfile: false,
    brief: 'My back aches.',
    services,
    request_status: 'accepted',
    complete_status: 'pending',
    rating: null,
    feedback: '',
    rating_status: 'pending',
    created_date: at(-1),
    provider_start_time: at(2),
    provider_end_time: at(3),
    client_start_time: at(2),
    client_end_time: at(3),
    duration: 60,
    total_cost: 0,
    total_currency: 'EUR',
    total_duration: 60,
    delivery_mode: 'in-person',
    delivery_location: '12 Main Street',
    session_time: '[]',
    proposed_by: '',
    proposed_session_time: '[]',
    answer_by: '',
    due_start_time: '',
    ...over,
  };
}

const change = (order_id: string, kind: string, is_new: boolean, over: object = {}) => ({
  order_id,
  kind,
  is_new,
  changed_at: at(-2),
  name: `Client ${order_id}`,
  services: ['Massage'],
  request_status: 'accepted',
  starts_at: at(20),
  ends_at: at(21),
  former_start: '',
  ...over,
});

function open(order: unknown[], { changes = [] as unknown[], address = '/schedule_manager/today', as = provider } = {}) {
  server.use(
    http.get('*/api/get_booking_info', () => done({ bookings_list: { order, request: [] } })),
    http.get('*/api/get_schedule_changes', () => done({ changes, as_of: changes.length > 0 ? at(-2) : '' })),
    http.get('*/api/get_notes_of_orders', () =>
      done({ notes: [{ order_id: '1', client_id: 'c', note: 'Tips well.', tags: ['regular'] }] }),
    ),
    http.get('*/api/get_account_provider_services', () => done({ account_services: [] })),
    http.get('*/api/get_account_profile', () => done({ account_data: { away: false } })),
    http.get('*/api/get_available_slots', () =>
      done({
        provider_timezone: 'UTC',
        days: [{ date: '2026-11-27', slots: [{ provider_start_time: at(4), provider_end_time: at(5.5) }] }],
      }),
    ),
  );
  return renderAt(address, as);
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now });
  return () => void vi.useRealTimers();
});

it('shows what comes next with client, place, words, private note and the way to the client', async () => {
  open([booking('1', { provider_start_time: at(0.5), provider_end_time: at(1.5) })]);
  const card = within(await screen.findByRole('article', { name: 'Next: Ivo Marin' }));
  expect(card.getByRole('link', { name: 'Ivo Marin' })).toHaveAttribute('href', '/clients/order/1');
  expect(card.getByText('12 Main Street')).toBeVisible();
  expect(card.getByText('My back aches.')).toBeVisible();
  expect(await card.findByText('Tips well.')).toBeVisible();
  expect(card.getByText(/^in (29|30) minutes$/)).toBeVisible();
  expect(card.getByRole('link', { name: 'Start session' })).toHaveAttribute('href', expect.stringContaining('booking=1'));
  expect(screen.getByRole('region', { name: 'Free today' })).toHaveTextContent('1 hr 30 mins');
});

it('answers a request in place', async () => {
  const sent = vi.fn();
  server.use(
    http.post('*/api/update_appointment_order_request', async ({ request }) => {
      sent(await request.json());
      return done({ booking_data: booking('2'), notification_data: null, additional_update: {} });
    }),
  );
  open([booking('2', { request_status: 'pending', name: 'Ana Lind' })]);
  const waiting = within(await screen.findByRole('region', { name: /Waits for your answer/ }));
  await user.click(waiting.getByRole('button', { name: 'Accept' }));
  await waitFor(() => expect(sent).toHaveBeenCalledWith(expect.objectContaining({ iv_order_id: '2', iv_response: 'accepted' })));
});

it('tells the server once that the changes were seen, and keeps them on the screen', async () => {
  const seen = vi.fn();
  server.use(
    http.post('*/api/mark_changes_seen', async ({ request }) => {
      seen(await request.json());
      return done({});
    }),
  );
  open([], { changes: [change('a', 'cancelled', true), change('b', 'moved', false, { former_start: at(30) })] });
  const changes = within(await screen.findByRole('region', { name: /New since your last look/ }));
  expect(await changes.findByText('Cancelled: Client a')).toBeVisible();
  expect(changes.queryByText('Moved: Client b')).not.toBeInTheDocument();
  expect(seen).not.toHaveBeenCalled();
  await waitFor(() => expect(seen).toHaveBeenCalledExactlyOnceWith({ iv_seen_until: at(-2) }), { timeout: 4000 });
  expect(changes.getByText('Cancelled: Client a')).toBeVisible();
  await user.click(changes.getByRole('button', { name: 'Show 1 earlier change' }));
  expect(changes.getByText('Moved: Client b')).toBeVisible();
});

it('steps to another day and back to today', async () => {
  open([booking('1'), booking('3', { name: 'Tom Berg', provider_start_time: at(26), provider_end_time: at(27) })]);
  await user.click(await screen.findByRole('button', { name: /Saturday 28 November.*1 session$|Saturday, November 28.*1 session$/ }));
  expect(await screen.findByRole('button', { name: /^Tom Berg/ })).toBeVisible();
  expect(screen.queryByRole('article')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Today' }));
  expect(await screen.findByRole('article', { name: 'Next: Ivo Marin' })).toBeVisible();
});

it('is for providers: a client comes to the lists', async () => {
  open([], { as: member });
  expect(await screen.findByRole('heading', { name: 'Schedule' })).toBeVisible();
});
