import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { done, http, provider, refused, renderAt, server } from '@/test';

const user = userEvent.setup();
const year = new Date().getFullYear() + 1;
let away = { away: false, away_until: '', away_message: '' };
let sent: Record<string, string>[] = [];

beforeEach(() => {
  away = { away: false, away_until: '', away_message: '' };
  sent = [];
  server.use(
    http.get('*/api/get_account_profile', () => done({ account_data: { timezone: 'UTC', ...away } })),
    http.get('*/api/get_provider_appointment_window', () => done({ appointment_info: { provider_id: provider.ownerId, timezone: 'UTC' } })),
    http.post('*/api/get_orders_outside_hours', () => done({ orders: [], total: 0 })),
    http.post('*/api/preview_appointment_window', () => done({ provider_timezone: 'UTC', days: [] })),
    http.post('*/api/update_away', async ({ request }) => {
      const { iv_away, iv_away_until = '', iv_away_message = '' } = (await request.json()) as Record<string, string>;
      sent.push({ iv_away: iv_away ?? '', iv_away_until, iv_away_message });
      if (iv_away_until.startsWith('2020')) return refused('', { iv_away_until: 'The day of your return must be after today' });
      away = { away: iv_away === 'yes', away_until: iv_away_until, away_message: iv_away_message };
      return done({ away });
    }),
  );
});

async function open() {
  renderAt('/appointment_booking_settings', provider);
  const panel = await screen.findByRole('region', { name: 'Away' });
  await within(panel).findByRole('switch', { name: 'I am away' });
  return panel;
}

describe('a pause', () => {
  it('is sent with day and message; a wrong day is named beside its field and nothing typed is lost', async () => {
    const panel = await open();
    await user.click(within(panel).getByRole('switch', { name: 'I am away' }));
    await user.type(within(panel).getByLabelText('First day back'), '2020-01-05');
    await user.type(within(panel).getByLabelText('What visitors read'), 'In the hills.');
    await user.click(within(panel).getByRole('button', { name: 'Show me as away' }));
    expect(await within(panel).findByText('The day of your return must be after today')).toBeVisible();
    expect(within(panel).getByLabelText('What visitors read')).toHaveValue('In the hills.');
    await user.clear(within(panel).getByLabelText('First day back'));
    await user.type(within(panel).getByLabelText('First day back'), `${year}-01-05`);
    await user.click(within(panel).getByRole('button', { name: 'Show me as away' }));
    expect(await screen.findByText(`You are away until January 5, ${year}`)).toBeVisible();
    expect(sent.at(-1)).toEqual({ iv_away: 'yes', iv_away_until: `${year}-01-05`, iv_away_message: 'In the hills.' });
  });

  it('is ended by one tap in the schedule', async () => {
    away = { away: true, away_until: '', away_message: 'In the hills.' };
    renderAt('/schedule_manager/upcoming_schedule', provider);
    expect(await screen.findByText('You are away and take no bookings')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'I am back' }));
    await waitFor(() => expect(screen.queryByText('You are away and take no bookings')).not.toBeInTheDocument());
    expect(sent.map(({ iv_away }) => iv_away)).toEqual(['no']);
  });
});
