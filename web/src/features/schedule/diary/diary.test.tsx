import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { done, failed, http, member, provider, refused, renderAt, server } from '@/test';

const now = new Date(2026, 10, 27, 10);
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();
const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
const lunch = { block_id: 'lunch', date: '2026-11-27', start_time: '12:00', end_time: '24:00', repeat: 'daily', until: '2026-12-31', note: 'Lunch' };

const withLunch = () =>
  server.use(http.get('*/api/get_blocked_times', () => done({ timezone: 'Asia/Tokyo', blocks: [lunch], periods: [{ block_id: 'lunch', starts_at: at(2), ends_at: at(3) }] })));

function open(address = '/schedule_manager/today', as = provider) {
  server.use(
    http.get('*/api/get_schedule_changes', () => done({ changes: [], as_of: '' })),
    http.get('*/api/get_account_provider_services', () => done({ account_services: [] })),
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
  await user.click(await screen.findByRole('button', { name: 'Block time' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Block time' }));
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
  expect(screen.queryByRole('button', { name: 'Block time' })).not.toBeInTheDocument();
});
