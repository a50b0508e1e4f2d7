import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ProviderService } from '@/api';
import { paths } from '@/routing';
import { done, failed, http, member, plainService, provider, refused, renderAt, server } from '@/test';

const lesson: ProviderService = {
  ...plainService,
  provider_id: provider.ownerId,
  service: 'Algebra lesson',
  duration: 90,
  cost: 0,
  currency: 'GBP-GB',
  delivery_mode: 'remote',
  brief: 'Bring a pencil.',
  status: 'active',
};

let services: ProviderService[];
let sent: Record<string, unknown>[];

beforeEach(() => {
  services = [lesson];
  sent = [];
  server.use(
    http.get('*/api/get_account_provider_services', ({ request }) => {
      const filter = new URL(request.url).searchParams.get('filter');
      return done({ account_services: services.filter(({ status }) => filter === 'all' || status === filter) });
    }),
    http.get('*/api/get_account_profile', () => done({ account_data: { currency: 'GBP-GB' } })),
    http.get('*/api/get_appointment_finance_settings', () => done({ finance_settings: { fee_policy: 'negotiable' } })),
    http.post('*/api/update_account_services', async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return done({ service_id: 's2' });
    }),
    http.post('*/api/archive_delete_account_services', async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      services = [{ ...lesson, status: 'archived' }];
      return done({ service_id: 's1' });
    }),
  );
});

describe('services', () => {
  it('shows each with time, price and status', async () => {
    renderAt(paths.myServices, provider);
    const row = within((await screen.findByText('Algebra lesson')).closest('li') ?? document.body);
    expect(row.getByText(/1 hr 30 mins/)).toBeVisible();
    expect(row.getByText('Free')).toBeVisible();
    expect(row.getByText('active')).toBeVisible();
  });

  it('says from which price, what is priced on request, and what books at once', async () => {
    services = [
      { ...lesson, cost: 24.5, price_kind: 'from', confirmation: 'instant', taxes_included: 'yes' },
      { ...lesson, service_id: 's2', service: 'Geometry', price_kind: 'on_request' },
    ];
    renderAt(paths.myServices, provider);
    const first = within((await screen.findByText('Algebra lesson')).closest('li') ?? document.body);
    expect(first.getByText('from £24.50')).toBeVisible();
    expect(first.getByText('Books at once')).toBeVisible();
    expect(first.getByText(/taxes included/)).toBeVisible();
    const second = within(screen.getByText('Geometry').closest('li') ?? document.body);
    expect(second.getByText('Price on request')).toBeVisible();
    expect(second.queryByText('Free')).toBeNull();
  });

  it('has rules by which it is booked, and a price with pence', async () => {
    renderAt(`${paths.myServices}?dialog=service_create`, provider);
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(await dialog.findByLabelText('Service'), 'Geometry');
    const cost = dialog.getByLabelText('Cost');
    await userEvent.clear(cost);
    await userEvent.type(cost, '24.50');
    await userEvent.click(dialog.getByRole('button', { name: 'Booking rules' }));
    await userEvent.type(await dialog.findByLabelText('Most per day'), '4');
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Sun' }));
    await userEvent.click(dialog.getByRole('radio', { name: 'At once for known clients' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save service' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      iv_cost: '24.50',
      iv_price_kind: 'fixed',
      iv_buffer_before: '0',
      iv_minimum_notice: '',
      iv_most_per_day: '4',
      iv_offered_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
      iv_confirmation: 'known',
    });
  });

  it('unfolds a rule that is refused, and keeps what was typed', async () => {
    server.use(
      http.post('*/api/update_account_services', () =>
        refused('', { iv_most_per_week: 'Too few', iv_cost: 'A price in GBP has 2 decimals at most.' }),
      ),
    );
    services = [{ ...lesson, cost: 24.5, most_per_week: 12 }];
    renderAt(`${paths.myServices}?dialog=service_update&service=s1`, provider);
    const dialog = within(await screen.findByRole('dialog'));
    const cost = await dialog.findByLabelText('Cost');
    expect(cost).toHaveValue('24.50');
    await userEvent.type(cost, '5');
    expect(dialog.getByRole('button', { name: 'Booking rules' })).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(dialog.getByRole('button', { name: 'Save service' }));
    expect(await dialog.findByText('A price in GBP has 2 decimals at most.')).toBeVisible();
    expect(dialog.getByText('Too few')).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Booking rules' })).toHaveAttribute('aria-expanded', 'true');
    expect(dialog.getByLabelText('Most per week')).toHaveValue('12');
    expect(cost).toHaveValue('24.505');
  });

  it('needs a name and an hour or a minute before it is sent', async () => {
    renderAt(`${paths.myServices}?dialog=service_create`, provider);
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(await dialog.findByRole('combobox', { name: 'Minutes' }));
    const options = (await screen.findAllByRole('option', { hidden: true })).map(({ textContent }) => textContent);
    expect(options.filter((text) => text.includes('min'))).toEqual(
      [5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55].map((minutes) => `${minutes} mins`),
    );
    await userEvent.click(await screen.findByRole('option', { name: '30 mins', hidden: true }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save service' }));
    expect(await dialog.findByText('The hour or min field is required')).toBeVisible();
    expect(dialog.getByText('This Field cannot be empty')).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('is created free in the own currency, and says so on its last page', async () => {
    const { place } = renderAt(`${paths.myServices}?dialog=service_create`, provider);
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(await dialog.findByLabelText('Service'), 'Geometry');
    expect(dialog.getByLabelText('Currency')).toHaveAttribute('readonly');
    await userEvent.click(dialog.getByRole('button', { name: 'Save service' }));
    expect(await dialog.findByText('Basic info successfully updated')).toBeVisible();
    expect(sent[0]).toMatchObject({
      iv_action: 'service_create',
      iv_service_id: 'none',
      iv_service: 'Geometry',
      iv_duration: '30',
      iv_cost: 'zero',
      iv_currency: 'GBP-GB',
    });
    server.use(http.get('*/api/get_provider_profile', () => failed(503)));
    await userEvent.click(dialog.getByRole('link', { name: 'Got to dashboard' }));
    await waitFor(() => expect(place()).toBe(paths.myAccount));
  });

  it('begins with the default delivery mode of the profile', async () => {
    server.use(http.get('*/api/get_account_profile', () => done({ account_data: { currency: 'GBP-GB', delivery_mode: 'hybrid' } })));
    renderAt(`${paths.myServices}?dialog=service_create`, provider);
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(await dialog.findByLabelText('Service'), 'Geometry');
    await userEvent.click(dialog.getByRole('button', { name: 'Save service' }));
    await waitFor(() => expect(sent[0]).toMatchObject({ iv_delivery_mode: 'hybrid' }));
  });

  it('says which are priced in another currency than the own, and changes them with the figures kept or typed', async () => {
    services = [
      { ...lesson, cost: 40, currency: 'EUR-DE' },
      { ...lesson, service_id: 's2', service: 'Geometry', cost: 50, currency: 'EUR-ES' },
      { ...lesson, service_id: 's3', service: 'Calculus', cost: 60 },
    ];
    server.use(
      http.post('*/api/update_account_services', async ({ request }) => {
        const body = (await request.json()) as Record<string, string>;
        sent.push(body);
        services = services.map((one) =>
          one.service_id === body['iv_service_id'] ? { ...one, currency: body['iv_currency'] ?? '', cost: Number(body['iv_cost']) } : one,
        );
        return done({ service_id: body['iv_service_id'] });
      }),
    );
    renderAt(paths.myServices, provider);
    expect(await screen.findAllByText('Priced in EUR; your currency is GBP')).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Change the currency' }));
    const dialog = within(await screen.findByRole('dialog'));
    const geometry = await dialog.findByLabelText('Geometry');
    expect(geometry).toHaveValue('50');
    await userEvent.clear(geometry);
    await userEvent.type(geometry, '45');
    await userEvent.click(dialog.getByRole('button', { name: 'Change to GBP' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.map(({ iv_service_id, iv_cost, iv_currency, iv_brief }) => [iv_service_id, iv_cost, iv_currency, iv_brief])).toEqual([
      ['s1', '40', 'GBP-GB', 'Bring a pencil.'],
      ['s2', '45', 'GBP-GB', 'Bring a pencil.'],
    ]);
    await waitFor(() => expect(screen.queryByText(/^Priced in/)).toBeNull());
  });

  it('keeps a refused price beside its field, and leaves the currency when asked to', async () => {
    services = [{ ...lesson, cost: 40, currency: 'EUR-DE' }];
    server.use(http.post('*/api/update_account_services', () => refused('', { iv_cost: 'Another price, please' })));
    renderAt(paths.myServices, provider);
    await userEvent.click(await screen.findByRole('button', { name: 'Change the currency' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(await dialog.findByRole('button', { name: 'Change to GBP' }));
    expect(await dialog.findByText('Another price, please')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Leave as it is' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Priced in EUR; your currency is GBP')).toBeVisible();
  });

  it('is archived from a read-only dialog that shows the fee policy', async () => {
    const { place } = renderAt(`${paths.myServices}?dialog=service_archive&service=s1`, provider);
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('Algebra lesson')).toBeVisible();
    expect(await dialog.findByRole('img', { name: 'chosen' })).toBeVisible();
    expect(dialog.queryByRole('textbox')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Archive service' }));
    await waitFor(() => expect(place()).toBe(paths.myServices));
    expect(sent).toEqual([{ iv_service_id: 's1', iv_request_type: 'service_archive' }]);
    expect(await screen.findByText('You have not listed any service yet. The first one makes your page bookable.')).toBeVisible();
  });

  it('clears the session and asks to sign in after a 401', async () => {
    server.use(http.post('*/api/archive_delete_account_services', () => failed(401)));
    const { place } = renderAt(`${paths.myServices}?dialog=service_delete&service=s1`, provider);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete service' }));
    await waitFor(() => expect(place()).toBe(paths.signIn));
  });

  it('are what providers offer: others learn how to become one', async () => {
    renderAt(paths.myServices, member);
    expect(await screen.findByRole('link', { name: 'Become a service provider' })).toHaveAttribute('href', paths.onboardUsername);
  });
});
