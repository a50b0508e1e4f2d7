import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { chooseLanguage } from '@/i18n';
import { done, failed, http, provider, refused, renderAt, server } from '@/test';

type Fields = Record<string, unknown>;

const user = userEvent.setup();
let requests: Fields[] = [];
let answer: (fields: Fields) => ReturnType<typeof done> | Promise<ReturnType<typeof done>> = () => slots('09:00');

/** An answer with these slot starts on Monday, 23 November 2026. */
function slots(...starts: string[]) {
  const slot = (start: string) => ({
    appointment_slot_id: start,
    provider_start_time: `2026-11-23T${start}:00Z`,
    provider_end_time: '',
    client_start_time: '',
    client_end_time: '',
    duration: 30,
    alias: '',
    long_enough: null,
  });
  return done({ provider_timezone: 'UTC', days: [{ date: '2026-11-23', slots: starts.map(slot) }] });
}

beforeEach(() => {
  requests = [];
  answer = () => slots('09:00');
  server.use(
    http.get('*/api/get_provider_appointment_window', () => done({ appointment_info: { provider_id: provider.ownerId, timezone: 'UTC' } })),
    http.post('*/api/get_orders_outside_hours', () => done({ orders: [], total: 0 })),
    http.post('*/api/preview_appointment_window', async ({ request }) => {
      const fields = (await request.json()) as Fields;
      requests.push(fields);
      return answer(fields);
    }),
  );
});

async function open() {
  renderAt('/appointment_booking_settings', provider);
  const monday = await screen.findByRole('group', { name: 'Monday' });
  await within(monday).findByText('1 slot');
  return monday;
}

const retype = async (field: HTMLElement, text: string) => {
  await user.clear(field);
  await user.type(field, text);
};

describe('business hours', () => {
  it('show the slots that come out while one types, asked for once typing pauses', async () => {
    const monday = await open();
    answer = ({ iv_monday_quota_duration }) => (iv_monday_quota_duration === '60' ? slots('09:00', '10:10', '11:20') : slots('10:00'));
    await retype(within(monday).getByLabelText('Slot length (min)'), '60');
    expect(await within(monday).findByText('3 slots')).toBeVisible();
    expect(requests.filter((fields) => fields['iv_monday_quota_duration'] === '60')).toHaveLength(1);
  });

  it('are written on the reader’s clock', async () => {
    const monday = await open();
    expect(within(monday).getByText('9 AM – 5 PM')).toBeVisible();
    onTestFinished(() => chooseLanguage('en'));
    await chooseLanguage('fr');
    const lundi = await screen.findByRole('group', { name: /^lundi$/i });
    expect(await within(lundi).findByText('9:00 – 17:00')).toBeVisible();
  });

  it('say live what is wrong, keep the last good preview, and lose nothing that was typed', async () => {
    const monday = await open();
    answer = () => refused('', { iv_monday_quota_end_time: 'The end time must be after the start time' });
    await retype(within(monday).getByLabelText('To'), '8');
    expect(await within(monday).findByText('The end time must be after the start time')).toBeVisible();
    expect(within(monday).getByText('Check this day')).toBeVisible();
    expect(screen.getByRole('region', { name: 'The slots this week' })).toHaveTextContent('9:00');
    expect(within(monday).getByLabelText('To')).toHaveValue('8');
  });

  it('say that wrong hours must be mended when no preview came before', async () => {
    answer = () => refused('', { iv_monday_quota_end_time: 'The end time must be after the start time' });
    renderAt('/appointment_booking_settings', provider);
    const result = await screen.findByRole('region', { name: 'The slots this week' });
    expect(await within(result).findByText('Your slots show here once what is marked is corrected.')).toBeVisible();
    expect(within(result).queryByRole('status')).not.toBeInTheDocument();
  });

  it('drop an answer that comes after the next question', async () => {
    const monday = await open();
    const pending: (() => void)[] = [];
    answer = ({ iv_monday_quota_buffer: buffer }) =>
      buffer === '5' ? new Promise((resolve) => pending.push(() => resolve(slots('01:00', '02:00')))) : slots('03:00', '04:00', '05:00');
    const buffer = within(monday).getByLabelText('Break (min)');
    await retype(buffer, '5');
    await waitFor(() => expect(pending).toHaveLength(1));
    await retype(buffer, '20');
    expect(await within(monday).findByText('3 slots')).toBeVisible();
    pending[0]?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(within(monday).getByText('3 slots')).toBeVisible();
  });

  it('are copied to the days that are chosen, and saved', async () => {
    const sent: Fields[] = [];
    server.use(
      http.post('*/api/update_appointment_window', async ({ request }) => {
        sent.push((await request.json()) as Fields);
        return done({ appointment_info: { provider_id: provider.ownerId, timezone: 'UTC' } });
      }),
    );
    const monday = await open();
    await retype(within(monday).getByLabelText('From'), '730');
    await user.click(within(monday).getByRole('button', { name: 'Copy to other days: Monday' }));
    const dialog = await screen.findByRole('dialog', { name: 'Copy the hours of Monday' });
    await user.click(within(dialog).getByRole('checkbox', { name: 'All open days' }));
    await user.click(within(dialog).getByRole('checkbox', { name: /^Friday/ }));
    await user.click(within(dialog).getByRole('checkbox', { name: /^Sunday/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Copy to 5 days' }));
    expect(screen.getByText('Not saved yet')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save business hours' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    const starts = ['monday', 'thursday', 'friday', 'sunday'].map((day) => sent[0]?.[`iv_${day}_quota_start_time`]);
    expect(starts).toEqual(['07:30', '07:30', '09:00', '07:30']);
    await waitFor(() => expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument());
  });

  it('say what another zone moves before it is saved, and send that zone', async () => {
    const sent: Fields[] = [];
    server.use(
      http.post('*/api/update_appointment_window', async ({ request }) => {
        sent.push((await request.json()) as Fields);
        return done({ appointment_info: { provider_id: provider.ownerId, timezone: 'America/Lima' } });
      }),
    );
    await open();
    const zone = screen.getByRole('combobox', { name: 'Timezone' });
    expect(zone).toHaveAccessibleDescription('Your hours are meant in this zone. It changes only here.');
    const words = 'Your open hours move to the clocks of Lima. Booked sessions keep their time.';
    expect(screen.queryByText(words)).not.toBeInTheDocument();
    await user.clear(zone);
    await user.type(zone, 'Lima');
    await user.click(await screen.findByRole('option', { name: 'America/Lima' }));
    expect(await screen.findByText(words)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save business hours' }));
    await waitFor(() => expect(screen.queryByText(words)).not.toBeInTheDocument());
    expect(sent.map((fields) => fields['iv_timezone'])).toEqual(['America/Lima']);
  });

  it('say why they are not saved until something is changed', async () => {
    server.use(http.post('*/api/update_appointment_window', () => refused('Your account is suspended.')));
    const monday = await open();
    await retype(within(monday).getByLabelText('From'), '730');
    await user.click(await screen.findByRole('button', { name: 'Save business hours' }));
    expect(await screen.findByText('Your account is suspended.')).toBeVisible();
    await retype(within(monday).getByLabelText('From'), '8');
    expect(screen.queryByText('Your account is suspended.')).not.toBeInTheDocument();
  });

  it('can be asked for again when the preview failed', async () => {
    answer = () => failed(503);
    renderAt('/appointment_booking_settings', provider);
    const result = await screen.findByRole('region', { name: 'The slots this week' });
    const retry = await within(result).findByRole('button', { name: 'Try again' });
    answer = () => slots();
    await user.click(retry);
    expect(await within(result).findByText('No slots come out of these hours this week.')).toBeVisible();
  });
});
