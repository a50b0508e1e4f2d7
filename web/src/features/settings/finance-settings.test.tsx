import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '@/routing';
import { done, http, provider, renderAt, server } from '@/test';

const lesson = {
  service_id: 's1',
  provider_id: provider.ownerId,
  service: 'Algebra lesson',
  duration: 60,
  cost: 40,
  currency: 'EUR-DE',
  delivery_mode: 'remote',
  brief: '',
  status: 'active',
};

let sent: Record<string, unknown>[];

beforeEach(() => {
  sent = [];
  const settings = { currency: 'EUR-DE', fee_policy: 'negotiable', payment_methods: '["cash"]', payment_note: 'At the door.' };
  server.use(
    http.get('*/api/get_appointment_finance_settings', () => done({ finance_settings: settings })),
    http.get('*/api/get_account_provider_services', () => done({ account_services: [lesson] })),
    http.post('*/api/update_appointment_finance_settings', async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return done({ finance_settings: { ...settings, currency: 'GBP-GB' } });
    }),
  );
});

describe('another currency', () => {
  it('is offered to the services that are priced in the one before', async () => {
    renderAt(paths.appointmentFinanceSettings, provider);
    await userEvent.click(await screen.findByRole('combobox', { name: 'Currency' }));
    await userEvent.click(await screen.findByRole('option', { name: 'United Kingdom (GBP)', hidden: true }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change to GBP?' }));
    expect(sent[0]).toMatchObject({ iv_currency: 'GBP-GB' });
    expect(dialog.getByLabelText('Algebra lesson')).toHaveValue('40');
    await userEvent.click(dialog.getByRole('button', { name: 'Leave as it is' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
