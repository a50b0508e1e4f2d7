import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { done, failed, http, provider, renderAt, server } from '@/test';

type Fields = Record<string, unknown>;

const user = userEvent.setup();
const outside = (order_id: string, name: string) => ({
  order_id,
  name,
  services: ['Massage'],
  request_status: 'accepted',
  sessions: [{ starts_at: '2027-01-05T09:00:00Z', ends_at: '2027-01-05T10:00:00Z' }],
});
let calls: [string, Fields][] = [];
let notAsked: { order_id: string; reason: string }[] = [];

beforeEach(() => {
  calls = [];
  notAsked = [];
  const note = (call: string, answer: (fields: Fields) => object) =>
    http.post(`*/api/${call}`, async ({ request }) => {
      const fields = (await request.json()) as Fields;
      calls.push([call, fields]);
      return done(answer(fields));
    });
  server.use(
    http.get('*/api/get_provider_appointment_window', () => done({ appointment_info: { provider_id: provider.ownerId, timezone: 'UTC' } })),
    http.get('*/api/get_account_profile', () => done({ account_data: { timezone: 'UTC', away: false, away_until: '', away_message: '' } })),
    http.post('*/api/preview_appointment_window', () => done({ provider_timezone: 'UTC', days: [] })),
    note('get_orders_outside_hours', () => ({ orders: [outside('1', 'Ivo Marin'), outside('2', 'Ana Lind')], total: 2 })),
    note('update_appointment_window', () => ({ appointment_info: { provider_id: provider.ownerId, timezone: 'UTC' } })),
    note('update_away', () => ({ away: { away: true, away_until: '', away_message: '' } })),
    note('ask_for_other_times', ({ iv_order_ids }) => ({ asked: iv_order_ids, not_asked: notAsked })),
  );
});

const names = () => calls.map(([call]) => call);
const save = async () => user.click(await screen.findByRole('button', { name: 'Save business hours' }));
const dialog = async () => within(await screen.findByRole('dialog', { name: 'There are appointments at these times' }));

it('shows what is booked before anything is saved, and going back saves nothing', async () => {
  renderAt('/appointment_booking_settings', provider);
  await save();
  const shown = await dialog();
  expect(shown.getByRole('checkbox', { name: /^Ivo Marin.*Massage$/ })).toBeChecked();
  expect(names()).toEqual(['get_orders_outside_hours']);
  await user.click(shown.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(names()).toEqual(['get_orders_outside_hours']);
});

it('saves, and then asks the chosen clients with the reason', async () => {
  renderAt('/appointment_booking_settings', provider);
  await save();
  const shown = await dialog();
  await user.click(shown.getByRole('checkbox', { name: /^Ana Lind/ }));
  await user.clear(shown.getByLabelText('Why'));
  await user.type(shown.getByLabelText('Why'), 'The room is closed.');
  await user.click(shown.getByRole('button', { name: 'Save and ask 1 client' }));
  await waitFor(() => expect(names()).toEqual(['get_orders_outside_hours', 'update_appointment_window', 'ask_for_other_times']));
  expect(calls[2]?.[1]).toEqual({ iv_order_ids: ['1'], iv_feedback: 'The room is closed.' });
});

it('asks nobody who was not chosen', async () => {
  renderAt('/appointment_booking_settings', provider);
  await save();
  await user.click((await dialog()).getByRole('button', { name: 'Only save' }));
  await waitFor(() => expect(names()).toEqual(['get_orders_outside_hours', 'update_appointment_window']));
  await save();
  const shown = await dialog();
  await user.click(shown.getByRole('checkbox', { name: 'All of them' }));
  expect(shown.getByRole('button', { name: /^Save and ask/ })).toBeDisabled();
});

it('names who could not be asked, and why', async () => {
  notAsked = [{ order_id: '2', reason: 'There is no address to tell this client.' }];
  renderAt('/appointment_booking_settings', provider);
  await save();
  await user.click((await dialog()).getByRole('button', { name: 'Save and ask 2 clients' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Saved.' }));
  expect(shown.getByRole('listitem')).toHaveTextContent('Ana LindThere is no address to tell this client.');
});

it('looks before a pause too, and sends it along with the question', async () => {
  renderAt('/appointment_booking_settings', provider);
  const panel = within(await screen.findByRole('region', { name: 'Away' }));
  await user.click(await panel.findByRole('switch', { name: 'I am away' }));
  await user.type(panel.getByLabelText('First day back'), '2030-01-05');
  await user.click(panel.getByRole('button', { name: 'Show me as away' }));
  await user.click((await dialog()).getByRole('button', { name: 'Save and ask 2 clients' }));
  await waitFor(() => expect(names()).toEqual(['get_orders_outside_hours', 'update_away', 'ask_for_other_times']));
  expect(calls[0]?.[1]).toEqual({ iv_away: 'yes', iv_away_until: '2030-01-05' });
  expect(calls[2]?.[1]).toMatchObject({ iv_away: 'yes', iv_away_until: '2030-01-05' });
});

it('saves nothing while nobody knows what is booked', async () => {
  server.use(http.post('*/api/get_orders_outside_hours', () => failed(503)));
  renderAt('/appointment_booking_settings', provider);
  await save();
  expect(await screen.findByText(/Temporary server issue/)).toBeVisible();
  expect(names()).toEqual([]);
});
