import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { done, failed, http, member, provider, refused, renderAt, server } from '@/test';

const now = new Date(2026, 10, 27, 10);
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();
const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
const lunch = { block_id: 'lunch', date: '2026-11-27', start_time: '12:00', end_time: '24:00', repeat: 'daily', until: '2026-12-31', note: 'Lunch' };

const services = [
  { service_id: 'cut', service: 'Haircut', duration: '30', delivery_mode: 'hybrid', cost: 20, currency: 'EUR-DE', price_kind: 'fixed' },
  { service_id: 'beard', service: 'Beard', duration: '15', delivery_mode: 'hybrid', cost: 10, currency: 'EUR-DE', price_kind: 'fixed' },
];
const clients = [
  { client_id: 'ivo', name: 'Ivo Marek', email: 'ivo@example.com', phone: '030123456' },
  { client_id: 'ana', name: 'Ana Lind', email: '', phone: '' },
];
/** As the server looks: in name, mail and telephone number. */
const clientsNamed = (q: string) => clients.filter(({ name, email, phone }) => `${name} ${email} ${phone}`.toLowerCase().includes(q.toLowerCase()));

const withLunch = () =>
  server.use(http.get('*/api/get_blocked_times', () => done({ timezone: 'Asia/Tokyo', blocks: [lunch], periods: [{ block_id: 'lunch', starts_at: at(2), ends_at: at(3) }] })));

function open(address = '/schedule_manager/today', as = provider) {
  server.use(
    http.get('*/api/get_schedule_changes', () => done({ changes: [], as_of: '' })),
    http.get('*/api/get_account_provider_services', () => done({ account_services: services })),
    http.get('*/api/get_clients', ({ request }) => done({ clients: clientsNamed(new URL(request.url).searchParams.get('q') ?? ''), tags: [], next_cursor: null })),
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
  const answers = [refused('', { iv_start_time: 'You have an appointment in this time. Move or cancel it first.' }), done({ block: lunch })];
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
  expect(sent).toHaveBeenLastCalledWith(expect.objectContaining({ iv_date: '2026-11-27', iv_repeat: 'weekly', iv_until: '2026-12-31', iv_note: 'Dentist', iv_block_id: '' }));
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
  await user.click(dialog.getByRole('combobox', { name: 'Services' }));
  await user.click(await screen.findByRole('option', { name: 'Haircut' }));
  await user.type(dialog.getByLabelText('Price'), '19.50');
  await user.click(dialog.getByRole('button', { name: 'Book' }));
  expect(await dialog.findByText(/This is outside of your open hours/)).toBeVisible();
  expect(sent).toHaveBeenLastCalledWith(
    expect.objectContaining({ iv_client_id: 'ivo', iv_service_list: ['cut'], iv_date: '2026-12-01', iv_start_time: '18:00', iv_duration: '45', iv_cost: '19.50', iv_over_rules: 'no' }),
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
  await user.click(dialog.getByRole('combobox', { name: 'Services' }));
  await user.click(await screen.findByRole('option', { name: 'Beard' }));
  await user.click(dialog.getByRole('button', { name: 'Book' }));
  await waitFor(() => expect(sent).toHaveBeenCalledWith(expect.objectContaining({ iv_client_id: '', iv_client_name: 'Wanda', iv_client_email: '', iv_service_list: ['beard'] })));
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
