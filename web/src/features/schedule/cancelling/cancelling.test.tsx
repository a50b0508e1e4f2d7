import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { listOf } from '@/api';
import { done, http, provider, renderAt, server } from '@/test';

const hour = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
const user = userEvent.setup();
let sent: [string, Record<string, unknown>][];

/** A booking of the signed-in person with Mara Weiss. */
const asClient = (over: Record<string, unknown> = {}) => ({
  order_id: '1',
  provider_id: 'mara-1',
  owner_id: provider.ownerId,
  user_category: 'active',
  name: 'Mara Weiss',
  email: '',
  guest_name: '',
  guest_email: '',
  username: '',
  avatar: '',
  onboardProfile: false,
  brief: '',
  services: '[]',
  request_status: 'accepted',
  complete_status: 'pending',
  rating: null,
  feedback: '',
  rating_status: 'pending',
  created_date: at(-48),
  provider_start_time: at(12),
  provider_end_time: at(13),
  client_start_time: at(12),
  client_end_time: at(13),
  duration: 60,
  total_cost: 0,
  total_currency: 'EUR',
  total_duration: 60,
  delivery_mode: 'in-person',
  delivery_location: '',
  session_time: '[]',
  ...over,
});

beforeEach(() => {
  sent = [];
  for (const call of ['update_appointment_order_request', 'report_no_show', 'contest_no_show']) {
    server.use(
      http.post(`*/api/${call}`, async ({ request }) => {
        sent.push([call, (await request.json()) as Record<string, unknown>]);
        return done({ booking_data: asClient(), notification_data: null, additional_update: {}, ical_content_data: null });
      }),
    );
  }
});

async function opened(booking: ReturnType<typeof asClient>, side: 'order' | 'request' = 'request') {
  const bookings_list = { order: side === 'order' ? [booking] : [], request: side === 'request' ? [booking] : [] };
  server.use(http.get('*/api/get_booking_info', () => done({ bookings_list })));
  renderAt(`/schedule_manager/${listOf(booking, new Date())}?dialog=booking&booking=1`, provider);
  return within(await screen.findByRole('dialog'));
}

async function choose(label: string, option: string): Promise<void> {
  await user.click(await screen.findByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option, hidden: true }));
}

const terms = (late: string) => ({
  cancellation_terms: JSON.stringify([{ free_hours: 24, late, words: late === 'allowed' ? 'Half is due.' : '' }]),
});

describe('cancelling', () => {
  it('shows both sides how it was cancelled', async () => {
    const ended = {
      request_status: 'cancelled',
      cancelled_by: 'client',
      cancel_reason: 'ill',
      cancelled_late: true,
      late_words: 'Half is due.',
    };
    const dialog = await opened(asClient(ended));
    expect((await dialog.findByText('How it was cancelled')).nextElementSibling).toHaveTextContent(
      'By the client · Ill · Late cancellationHalf is due.',
    );
  });

  it('says first that it is late, with the provider’s words', async () => {
    const dialog = await opened(asClient(terms('allowed')));
    expect((await dialog.findByText('Cancelling')).nextElementSibling).toHaveTextContent(/^Free until .*Half is due\.$/);
    await choose('Your response', 'Cancel appointment');
    expect(await dialog.findByRole('status')).toHaveTextContent('This counts as a late cancellation.Half is due.');
  });

  it('asks for words where the reason is another one', async () => {
    const dialog = await opened(asClient());
    await choose('Your response', 'Cancel appointment');
    expect(dialog.queryByText(/counts as a late/)).not.toBeInTheDocument();
    await choose('Reason', 'Another reason');
    await user.click(dialog.getByRole('button', { name: 'Submit response' }));
    expect(await dialog.findByText('Please say why in a few words.')).toBeInTheDocument();
    expect(sent).toEqual([]);
  });

  it('says that it is too late where it is refused, and sends nothing', async () => {
    const dialog = await opened(asClient(terms('refused')));
    await choose('Your response', 'Cancel appointment');
    expect(await dialog.findByText('It is too late to cancel here. Please write to Mara Weiss.')).toBeInTheDocument();
    expect(dialog.queryByRole('button', { name: 'Submit response' })).not.toBeInTheDocument();
  });

  it('never binds the provider, who has reasons of their own', async () => {
    const own = { ...asClient(terms('refused')), provider_id: provider.ownerId, owner_id: 'ivo-1', name: 'Ivo Marin' };
    const dialog = await opened(own, 'order');
    await choose('Your response', 'Cancel appointment');
    await choose('Reason', 'The client asked for it');
    await user.click(dialog.getByRole('button', { name: 'Submit response' }));
    await waitFor(() =>
      expect(sent[0]?.[1]).toMatchObject({ iv_response: 'cancelled', iv_cancel_reason: 'client_asked', iv_feedback: '' }),
    );
  });
});

describe('a no-show', () => {
  const begun = { provider_start_time: at(-1), provider_end_time: at(0.5), due_start_time: at(-1), due_position: 1 };
  const said = {
    position: 1,
    absent: 'client',
    note: 'I waited.',
    reported_at: at(-1),
    contest_until: at(100),
    contested_at: '',
    contest: '',
  };
  const missed = {
    ...begun,
    request_status: 'completed',
    no_show: 'client',
    rate_by: '',
    feedback: 'I waited.',
    no_shows: JSON.stringify([said]),
  };

  it('of the provider is reported by the client', async () => {
    const dialog = await opened(asClient(begun));
    await choose('Your response', 'The provider did not come');
    await user.click(await dialog.findByRole('button', { name: 'Submit response' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual(['report_no_show', expect.objectContaining({ iv_order_id: '1', iv_session_position: 1 })]);
  });

  it('cannot be rated, and is contested in words by who is said not to have come', async () => {
    const dialog = await opened(asClient(missed));
    expect((await dialog.findByText('No-show')).nextElementSibling).toHaveTextContent(/^The client did not come \(.*\)I waited\.$/);
    expect(dialog.getAllByText('I waited.')).toHaveLength(1);
    expect(dialog.queryByRole('combobox', { name: 'Rating' })).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Contest it' }));
    await user.click(await dialog.findByRole('button', { name: 'Contest it' }));
    expect(await dialog.findByText('This Field cannot be empty')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('What happened?'), 'The door was locked.');
    await user.click(dialog.getByRole('button', { name: 'Contest it' }));
    await waitFor(() =>
      expect(sent).toEqual([['contest_no_show', { iv_order_id: '1', iv_session_position: 1, iv_feedback: 'The door was locked.' }]]),
    );
    expect(await dialog.findByText('You have contested it. It counts no longer.')).toBeInTheDocument();
  });
});
