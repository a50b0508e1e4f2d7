import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { done, http, provider, refused, renderAt, server } from '@/test';
import { canSayComing, isComing } from './attendance';

const hour = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
const session = (over: object = {}) =>
  JSON.stringify([
    {
      provider_start_time: at(12),
      provider_end_time: at(13),
      request_status: 'accepted',
      session_state: 'upcoming',
      coming: false,
      ...over,
    },
  ]);
const booking = (over: Record<string, unknown> = {}) => ({
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
  session_time: session(),
  due_position: 1,
  ...over,
});

function openedWith(shown: ReturnType<typeof booking>, answer = ''): void {
  server.use(
    http.get('*/api/get_booking_info', () =>
      done({
        bookings_list: {
          order: shown.provider_id === provider.ownerId ? [shown] : [],
          request: shown.provider_id === provider.ownerId ? [] : [shown],
        },
      }),
    ),
  );
  renderAt(`/schedule_manager/upcoming_schedule?dialog=booking&booking=1${answer}`, provider);
}

describe('a client who is reminded', () => {
  it('says by one tap that they come: the link alone sends nothing', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('*/api/confirm_attendance', async ({ request }) => {
        sent.push(await request.json());
        return done({ booking_data: booking(), notification_data: null, additional_update: {}, ical_content_data: null });
      }),
    );
    openedWith(booking(), '&answer=coming');
    const button = await screen.findByRole('button', { name: "I'm coming" });
    await waitFor(() => expect(button).toHaveFocus());
    expect(sent).toEqual([]);
    await userEvent.click(button);
    expect(await screen.findByText('Thank you. Mara Weiss knows that you come.')).toBeVisible();
    expect(sent).toEqual([{ iv_order_id: '1', iv_session_position: 1 }]);
  });

  it('is led to cancelling with that chosen', async () => {
    openedWith(booking(), '&answer=cancelled');
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByRole('combobox', { name: 'Your response' })).toHaveValue('Cancel appointment');
  });

  it('reads why it was refused', async () => {
    server.use(http.post('*/api/confirm_attendance', () => refused('This session has begun already.')));
    openedWith(booking());
    await userEvent.click(await screen.findByRole('button', { name: "I'm coming" }));
    expect(await screen.findByText('This session has begun already.')).toBeVisible();
  });
});

describe('a provider', () => {
  it('sees who has confirmed', async () => {
    openedWith(booking({ provider_id: provider.ownerId, owner_id: 'ana-1', name: 'Ana', session_time: session({ coming: true }) }));
    expect(within(await screen.findByRole('dialog')).getByText('Confirmed')).toBeVisible();
    expect(screen.queryByRole('button', { name: "I'm coming" })).toBeNull();
  });
});

it('says of what a provider has entered that nobody has confirmed it', async () => {
  openedWith(booking({ awaits_client: true }));
  expect(await within(await screen.findByRole('dialog')).findByText('Not confirmed yet')).toBeVisible();
  expect(screen.getByRole('button', { name: "I'm coming" })).toBeVisible();
});

describe('the rules', () => {
  it('ask only the client of an agreed session that is to come and not confirmed', () => {
    const now = new Date();
    expect(canSayComing(booking() as never, 'request', now)).toBe(true);
    expect(canSayComing(booking() as never, 'order', now)).toBe(false);
    expect(canSayComing(booking({ request_status: 'pending' }) as never, 'request', now)).toBe(false);
    expect(canSayComing(booking({ session_time: session({ provider_start_time: at(-1) }) }) as never, 'request', now)).toBe(false);
    const begun = session({ provider_start_time: at(-1), provider_end_time: at(1), session_state: 'ongoing' });
    expect(canSayComing(booking({ session_time: begun, awaits_client: true }) as never, 'request', now)).toBe(true);
    expect(canSayComing(booking({ session_time: begun }) as never, 'request', now)).toBe(false);
    expect(canSayComing(booking({ session_time: session({ coming: true }) }) as never, 'request', now)).toBe(false);
    expect(isComing(booking({ session_time: session({ coming: true }) }) as never)).toBe(true);
    expect(isComing(booking({ request_status: 'cancelled', session_time: session({ coming: true }) }) as never)).toBe(false);
    expect(isComing(booking({ session_time: '[]' }) as never)).toBe(false);
  });
});
