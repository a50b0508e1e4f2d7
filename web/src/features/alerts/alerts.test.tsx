import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { paths } from '@/routing';
import { done, http, member, provider, refused, renderAt, server } from '@/test';

const later = new Date(Date.now() + 86_400_000).toISOString();

const alert = (over: Record<string, unknown> = {}) => ({
  notification_id: 'n1',
  notification_type: 'order_requested',
  notification_url: '/schedule_manager/pending_requests?dialog=booking&booking=o1',
  notification_text: 'Grace wants Haircut, Wed 25 Nov, 11:00',
  order_id: 'o1',
  name: 'Grace Wanjiru',
  avatar: '',
  status: 'active',
  created_date: '2026-03-01T10:00:00Z',
  count: 1,
  ...over,
});

const booking = (over: Record<string, unknown> = {}) => ({
  order_id: 'o1',
  provider_id: provider.ownerId,
  owner_id: 'client-1',
  user_category: 'active',
  name: 'Grace Wanjiru',
  email: '',
  guest_name: '',
  guest_email: '',
  username: '',
  avatar: '',
  onboardProfile: false,
  brief: '',
  services: '[]',
  request_status: 'pending',
  complete_status: 'pending',
  rating: null,
  feedback: '',
  rating_status: 'pending',
  created_date: later,
  provider_start_time: later,
  provider_end_time: later,
  client_start_time: later,
  client_end_time: later,
  duration: 60,
  total_cost: 0,
  total_currency: 'EUR',
  total_duration: 60,
  delivery_mode: 'in-person',
  delivery_location: 'Torstr. 1',
  session_time: '[]',
  revision: 1,
  ...over,
});

/** Opens the alerts with these bookings of the provider's clients; returns what is sent, and how the server answers. */
function open(orders: Record<string, unknown>[], alerts = [alert()]) {
  const server_side = { orders, sent: [] as Record<string, unknown>[], refusal: '', read: false };
  server.use(
    http.get('*/api/get_user_alerts', () =>
      done({
        alerts_list: server_side.read ? alerts.map((one) => ({ ...one, status: 'read' })) : alerts,
        unread: server_side.read ? 0 : 1,
        bookings_list: { order: server_side.orders, request: [] },
      }),
    ),
    http.get('*/api/get_booking_info', () => done({ bookings_list: { order: server_side.orders, request: [] } })),
    http.post('*/api/update_alert_status', () => {
      server_side.read = true;
      return done({ unread: 0 });
    }),
    http.post('*/api/update_appointment_order_request', async ({ request }) => {
      const sent = (await request.json()) as Record<string, unknown>;
      server_side.sent.push(sent);
      if (server_side.refusal) return refused(server_side.refusal);
      server_side.orders = [booking({ request_status: sent['iv_response'], revision: 2 })];
      return done({ booking_data: server_side.orders[0], ical_content_data: null });
    }),
  );
  return { server_side, ...renderAt(paths.alerts, provider) };
}

const row = async () => within((await screen.findByText('Grace wants Haircut, Wed 25 Nov, 11:00')).closest('li') as HTMLElement);

/** Resolves when the alert has been marked as read, the last thing that an answer does. */
const isRead = () => waitFor(async () => expect((await row()).queryByRole('button', { name: /^Mark as read/ })).toBeNull());

describe('the alert of a request', () => {
  it('accepts it on the spot, and shows what became of it', async () => {
    const { server_side } = open([booking()]);
    await userEvent.click(await (await row()).findByRole('button', { name: 'Accept' }));
    expect(await (await row()).findByText('accepted')).toBeVisible();
    expect(server_side.sent).toMatchObject([{ iv_order_id: 'o1', iv_booking_info_type: 'order', iv_response: 'accepted' }]);
    expect((await row()).queryByRole('button', { name: 'Decline' })).toBeNull();
    await isRead();
  });

  it('asks once before it declines, and says why it could not', async () => {
    const { server_side } = open([booking()]);
    server_side.refusal = 'The time has passed.';
    await userEvent.click(await (await row()).findByRole('button', { name: 'Decline' }));
    expect((await row()).getByText('Decline this request?')).toBeVisible();
    await userEvent.click((await row()).getByRole('button', { name: 'No' }));
    expect(server_side.sent).toEqual([]);
    await userEvent.click((await row()).getByRole('button', { name: 'Decline' }));
    await userEvent.click((await row()).getByRole('button', { name: 'Yes' }));
    expect(await (await row()).findByText('The time has passed.')).toBeVisible();
    server_side.refusal = '';
    await userEvent.click((await row()).getByRole('button', { name: 'Yes' }));
    expect(await (await row()).findByText('rejected')).toBeVisible();
    expect(server_side.sent.map(({ iv_response }) => iv_response)).toEqual(['rejected', 'rejected']);
    await isRead();
  });

  it('leads to the form when a meeting link is needed, with the answer chosen', async () => {
    const { place } = open([booking({ delivery_mode: 'remote' })]);
    await userEvent.click(await (await row()).findByRole('link', { name: 'Accept' }));
    await waitFor(() => expect(place()).toBe('/schedule_manager/pending_requests?dialog=booking&booking=o1'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByRole('combobox', { name: 'Your response' })).toHaveValue('Accept');
    expect(dialog.getByLabelText('Meeting link')).toBeVisible();
    expect(dialog.getByLabelText('A word to Grace Wanjiru')).toHaveValue('Thank you for your request. I look forward to our session.');
  });

  it.each([
    ['is answered already', [booking({ request_status: 'cancelled' })], [alert()], 'cancelled'],
    ['has an unknown state', [], [alert()], null],
    ['is of another kind', [booking()], [alert({ notification_type: 'order_time_proposed' })], null],
  ])('offers nothing where it %s', async (_what, orders, alerts, says) => {
    open(orders, alerts);
    expect(await (await row()).findByText('Grace wants Haircut, Wed 25 Nov, 11:00')).toBeVisible();
    if (says) expect(await (await row()).findByText(says)).toBeVisible();
    expect((await row()).queryByRole('button', { name: /Accept|Decline/ })).toBeNull();
  });

  it('is answered from an alert that has grown as well', async () => {
    const { server_side } = open([booking()], [alert({ count: 2 })]);
    await userEvent.click(await (await row()).findByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(server_side.sent).toHaveLength(1));
    await isRead();
  });
});

const alertTo = (notification_url: string) => ({
  notification_id: notification_url,
  notification_url,
  notification_text: `Leads to ${notification_url}`,
  name: 'Nadia Kessler',
  avatar: '',
  status: 'read',
  created_date: '2026-03-01T10:00:00Z',
});

it('an alertTo leads to its page in the app, with what is asked for there, and never to another site', async () => {
  const alerts = ['/search?q=massage', 'https://elsewhere.example/search', ''].map(alertTo);
  server.use(http.get('*/api/get_user_alerts', () => done({ alerts_list: alerts, unread: 0, bookings_list: { order: [], request: [] } })));
  renderAt(paths.alerts, member);
  const links = await screen.findAllByRole('link', { name: /Leads to/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/search?q=massage']);
});
