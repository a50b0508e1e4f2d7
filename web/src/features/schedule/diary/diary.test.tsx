import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { done, failed, http, member, provider, refused, renderAt, server } from '@/test';

const now = new Date(2026, 10, 27, 10);
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();
const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
const lunch = {
  block_id: 'lunch',
  date: '2026-11-27',
  start_time: '12:00',
  end_time: '24:00',
  repeat: 'daily',
  until: '2026-12-31',
  note: 'Lunch',
};

const services = [
  { service_id: 'cut', service: 'Haircut', duration: '30', delivery_mode: 'hybrid', cost: 20, currency: 'EUR-DE', price_kind: 'fixed' },
  { service_id: 'beard', service: 'Beard', duration: '15', delivery_mode: 'hybrid', cost: 10, currency: 'EUR-DE', price_kind: 'fixed' },
];
const clients = [
  { client_id: 'ivo', name: 'Ivo Marek', email: 'ivo@example.com', phone: '030123456' },
  { client_id: 'ana', name: 'Ana Lind', email: '', phone: '' },
];
/** Finds clients as the server does: by name, mail address or telephone number. */
const clientsNamed = (q: string) =>
  clients.filter(({ name, email, phone }) => `${name} ${email} ${phone}`.toLowerCase().includes(q.toLowerCase()));

const withLunch = () =>
  server.use(
    http.get('*/api/get_blocked_times', () =>
      done({ timezone: 'Asia/Tokyo', blocks: [lunch], periods: [{ block_id: 'lunch', starts_at: at(2), ends_at: at(3) }] }),
    ),
  );

function open(address = '/schedule_manager/today', as = provider) {
  server.use(
    http.get('*/api/get_schedule_changes', () => done({ changes: [], as_of: '' })),
    http.get('*/api/get_account_provider_services', () => done({ account_services: services })),
    http.get('*/api/get_clients', ({ request }) =>
      done({ clients: clientsNamed(new URL(request.url).searchParams.get('q') ?? ''), tags: [], next_cursor: null }),
    ),
    http.get('*/api/get_available_slots', () => done({ provider_timezone: 'UTC', days: [] })),
  );
  return renderAt(address, as);
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now });
  return () => void vi.useRealTimers();
});

it('blocks time without a mouse, and says a refusal beside its field without losing what was typed', async () => {
  const sent = vi.fn();
  const answers = [
    refused('', { iv_start_time: 'You have an appointment in this time. Move or cancel it first.' }),
    done({ block: lunch }),
  ];
  server.use(
    http.post('*/api/block_time', async ({ request }) => {
      sent(await request.json());
      return answers.shift();
    }),
  );
  open();
  await user.click(await screen.findByRole('button', { name: 'New entry' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New entry' }));
  await user.click(await dialog.findByRole('radio', { name: 'Block time' }));
  await user.type(await dialog.findByLabelText('Note'), 'Dentist');
  await user.click(dialog.getByRole('combobox', { name: 'Repeat' }));
  await user.click(await screen.findByRole('option', { name: 'Every week' }));
  await user.type(dialog.getByLabelText('Until'), '2026-12-31');
  await user.click(dialog.getByRole('button', { name: 'Block it' }));
  await waitFor(() => expect(dialog.getByLabelText('From')).toHaveAccessibleDescription(/You have an appointment in this time/));
  expect(dialog.getByLabelText('Note')).toHaveValue('Dentist');
  await user.click(dialog.getByRole('button', { name: 'Block it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent).toHaveBeenLastCalledWith(
    expect.objectContaining({ iv_date: '2026-11-27', iv_repeat: 'weekly', iv_until: '2026-12-31', iv_note: 'Dentist', iv_block_id: '' }),
  );
});

it('shows blocked time in the day and in the list, whose clock it is on, and takes it away', async () => {
  withLunch();
  const removed = vi.fn();
  server.use(
    http.post('*/api/unblock_time', async ({ request }) => {
      removed(await request.json());
      return done({});
    }),
  );
  open();
  expect(await screen.findByRole('button', { name: /Lunch.*Blocked/s })).toBeVisible();
  open('/schedule_manager/upcoming_schedule?tab=calendar');
  await user.click((await screen.findAllByRole('button', { name: /Lunch.*Blocked/s })).at(-1) as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: 'Change blocked time' }));
  expect(await dialog.findByText('Times are on the clock of Tokyo.')).toBeVisible();
  expect(dialog.getByLabelText('To')).toHaveValue('23:59');
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(removed).toHaveBeenCalledWith({ iv_block_id: 'lunch' }));
});

const warnings = { iv_over_rules: 'Confirm that you book over your own rules.', iv_warning_hours: 'This is outside of your open hours.' };

it('books for a client who is found by phone, over the own rules once they are confirmed', async () => {
  const sent = vi.fn();
  const answers = [refused('', warnings), done({ booking_data: {}, client_id: 'ivo', ical_content_data: null })];
  server.use(
    http.post('*/api/create_own_booking', async ({ request }) => {
      sent(await request.json());
      return answers.shift();
    }),
  );
  open('/schedule_manager/today?dialog=enter&at=2026-12-01T18:00:00Z~2026-12-01T18:45:00Z');
  const dialog = within(await screen.findByRole('dialog', { name: 'New entry' }));
  await user.type(await dialog.findByRole('combobox', { name: 'Client' }), '0301');
  await user.click(await screen.findByRole('option', { name: /Ivo Marek/ }));
  await user.click(dialog.getByRole('checkbox', { name: 'Haircut' }));
  await user.type(dialog.getByLabelText('Price'), '19.50');
  await user.click(dialog.getByRole('button', { name: 'Book' }));
  expect(await dialog.findByText(/This is outside of your open hours/)).toBeVisible();
  expect(sent).toHaveBeenLastCalledWith(
    expect.objectContaining({
      iv_client_id: 'ivo',
      iv_service_list: ['cut'],
      iv_date: '2026-12-01',
      iv_start_time: '18:00',
      iv_duration: '45',
      iv_cost: '19.50',
      iv_over_rules: 'no',
    }),
  );
  await user.click(dialog.getByRole('checkbox', { name: 'Book over my own rules' }));
  await user.click(dialog.getByRole('button', { name: 'Book' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent).toHaveBeenLastCalledWith(expect.objectContaining({ iv_over_rules: 'yes' }));
});

it('books a walk-in of whom nothing but the name is known', async () => {
  const sent = vi.fn();
  server.use(
    http.post('*/api/create_own_booking', async ({ request }) => {
      sent(await request.json());
      return done({ booking_data: {}, client_id: 'new', ical_content_data: null });
    }),
  );
  open('/schedule_manager/today?dialog=enter');
  const dialog = within(await screen.findByRole('dialog', { name: 'New entry' }));
  await user.click(await dialog.findByRole('combobox', { name: 'Client' }));
  await user.click(await screen.findByRole('option', { name: 'New client' }));
  await user.type(dialog.getByLabelText('Name'), 'Wanda');
  await user.click(dialog.getByRole('checkbox', { name: 'Beard' }));
  await user.click(dialog.getByRole('button', { name: 'Book' }));
  await waitFor(() =>
    expect(sent).toHaveBeenCalledWith(
      expect.objectContaining({ iv_client_id: '', iv_client_name: 'Wanda', iv_client_email: '', iv_service_list: ['beard'] }),
    ),
  );
});

it('says so when a block is gone, and can ask again when the calendar did not answer', async () => {
  open('/schedule_manager/today?dialog=blocked_time&at=gone');
  expect(await screen.findByText('This blocked time is not there any more.')).toBeVisible();
  server.use(http.get('*/api/get_blocked_times', () => failed(503)));
  open('/schedule_manager/today?dialog=enter');
  expect((await screen.findAllByRole('button', { name: /Try again|Retry/ })).length).toBeGreaterThan(0);
});

it('is for providers', async () => {
  open('/schedule_manager/upcoming_schedule?tab=calendar', member);
  expect(await screen.findByRole('region', { name: 'Calendar of appointments' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'New entry' })).not.toBeInTheDocument();
});

const booking = {
  order_id: '1',
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
  brief: '',
  services: '[]',
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
  due_position: 1,
};

it('moves an appointment by a form, over the own rules once they are confirmed', async () => {
  const sent = vi.fn();
  const answers = [refused('', warnings), done({ how: 'told', booking_data: booking, ical_content_data: null })];
  server.use(
    http.get('*/api/get_booking_info', () => done({ bookings_list: { order: [booking], request: [] } })),
    http.get('*/api/get_notes_of_orders', () => done({ notes: [] })),
    http.post('*/api/move_appointment', async ({ request }) => {
      sent(await request.json());
      return answers.shift();
    }),
  );
  open('/schedule_manager/today?dialog=booking&booking=1');
  await user.click(await screen.findByRole('button', { name: 'Move or change the length' }));
  const minutes = await screen.findByLabelText('Minutes');
  expect(minutes).toHaveValue('60');
  await user.clear(minutes);
  await user.type(minutes, '90');
  await user.click(screen.getByRole('button', { name: 'Move' }));
  expect(await screen.findByText(/This is outside of your open hours/)).toBeVisible();
  expect(sent).toHaveBeenLastCalledWith(
    expect.objectContaining({ iv_order_id: '1', iv_session_position: 1, iv_date: '2026-11-27', iv_duration: 90, iv_over_rules: 'no' }),
  );
  await user.click(screen.getByRole('checkbox', { name: 'Move it over my own rules' }));
  await user.click(screen.getByRole('button', { name: 'Move' }));
  await waitFor(() => expect(sent).toHaveBeenLastCalledWith(expect.objectContaining({ iv_over_rules: 'yes' })));
  expect(await screen.findByRole('button', { name: 'Move or change the length' })).toBeVisible();
});

it('keeps until when clients are told and not asked, and says a bad number beside its field', async () => {
  const sent = vi.fn();
  server.use(
    http.get('*/api/get_provider_appointment_window', () => done({ appointment_info: { provider_id: provider.ownerId, timezone: 'UTC' } })),
    http.post('*/api/preview_appointment_window', () => done({ provider_timezone: 'UTC', days: [] })),
    http.post('*/api/update_move_terms', async ({ request }) => {
      sent(await request.json());
      return done({ told_until_hours: 12 });
    }),
  );
  renderAt('/appointment_booking_settings', provider);
  const panel = within(await screen.findByRole('region', { name: 'Moving appointments' }));
  await user.click(await panel.findByRole('radio', { name: 'Tell the client, without asking' }));
  const hours = panel.getByLabelText('Until how many hours before');
  await user.clear(hours);
  await user.type(hours, '900');
  await user.click(panel.getByRole('button', { name: 'Save' }));
  expect(hours).toHaveAccessibleDescription(/720/);
  await user.clear(hours);
  await user.type(hours, '12');
  await user.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveBeenCalledExactlyOnceWith({ iv_told_until_hours: 12 }));
});
