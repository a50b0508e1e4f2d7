import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { done, http, provider, refused, renderAt, server } from '@/test';
import { addressParts, canChangePlace, mapOf } from './model';

const user = userEvent.setup();
const start = new Date(Date.now() + 86_400_000);
const end = new Date(start.getTime() + 3_600_000);

const booking = (over: Record<string, unknown> = {}) => ({
  order_id: 'o1',
  provider_id: provider.ownerId,
  owner_id: 'client-1',
  user_category: 'active',
  name: 'Grace Wanjiru',
  email: '',
  guest_name: '',
  guest_email: '',
  username: '',
  avatar: '',
  onboardProfile: false,
  brief: '',
  services: '[]',
  request_status: 'pending',
  complete_status: 'pending',
  rating: null,
  feedback: '',
  rating_status: 'pending',
  created_date: start.toISOString(),
  provider_start_time: start.toISOString(),
  provider_end_time: end.toISOString(),
  client_start_time: start.toISOString(),
  client_end_time: end.toISOString(),
  duration: 60,
  total_cost: 0,
  total_currency: 'EUR',
  total_duration: 60,
  delivery_mode: 'remote',
  delivery_location: '',
  remote_link: '',
  session_time: '[]',
  due_position: 1,
  due_start_time: start.toISOString(),
  due_end_time: end.toISOString(),
  revision: 1,
  ...over,
});

function withBooking(over: Record<string, unknown>) {
  const sent: Record<string, unknown>[] = [];
  server.use(
    http.get('*/api/get_booking_info', () => done({ bookings_list: { order: [booking(over)], request: [] } })),
    http.post('*/api/:call', async ({ request, params }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push({ call: params['call'], ...body });
      if (String(body['iv_delivery_location']).startsWith('http:'))
        return refused('', { iv_delivery_location: 'You have to provide a valid URL for the meeting link' });
      return done({
        booking_data: booking({ ...over, delivery_location: body['iv_delivery_location'], revision: 2 }),
        ical_content_data: null,
      });
    }),
  );
  return sent;
}

describe('the settings of remote sessions', () => {
  async function open(settings: Record<string, string> = {}) {
    let known = {
      remote_kind: '',
      remote_link: '',
      remote_server: '',
      default_server: '',
      area_postcodes: [],
      area_radius: null,
      area_latitude: null,
      area_longitude: null,
      places: [],
      ...settings,
    };
    const sent: Record<string, string>[] = [];
    server.use(
      http.get('*/api/get_venue_settings', () => done({ venue_settings: known })),
      http.get('*/api/get_provider_appointment_window', () =>
        done({ appointment_info: { provider_id: provider.ownerId, timezone: 'UTC' } }),
      ),
      http.post('*/api/preview_appointment_window', () => done({ provider_timezone: 'UTC', days: [] })),
      http.post('*/api/update_remote_meetings', async ({ request }) => {
        const body = (await request.json()) as Record<string, string>;
        sent.push(body);
        if (body['iv_remote_link'] === 'http://meet.example.org/{order}')
          return refused('', { iv_remote_link: 'You have to provide a valid URL for the meeting link' });
        known = { ...known, remote_kind: body['iv_remote_kind'] ?? '', remote_link: body['iv_remote_link'] ?? '' };
        return done({ venue_settings: known });
      }),
    );
    renderAt('/appointment_booking_settings', provider);
    const panel = within(await screen.findByRole('region', { name: 'Remote sessions' }));
    await panel.findByRole('button', { name: 'Save' });
    const choose = async (name: string) => {
      await user.click(panel.getByRole('combobox', { name: 'How they get their link' }));
      await user.click(await screen.findByRole('option', { name }));
    };
    return { panel, sent, choose };
  }

  it('take a template; a refusal stands beside it and nothing typed is lost', async () => {
    const { panel, sent, choose } = await open();
    await choose('A link with the number of the appointment');
    const field = panel.getByLabelText('Your link, with {order} where the number goes');
    await user.click(field);
    await user.paste('http://meet.example.org/{order}');
    await user.click(panel.getByRole('button', { name: 'Save' }));
    expect(await panel.findByText('You have to provide a valid URL for the meeting link')).toBeVisible();
    expect(field).toHaveValue('http://meet.example.org/{order}');
    await user.clear(field);
    await user.paste('https://meet.example.org/{order}');
    await user.click(panel.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Your settings for remote sessions are saved')).toBeVisible();
    expect(sent.at(-1)).toMatchObject({ iv_remote_kind: 'template', iv_remote_link: 'https://meet.example.org/{order}' });
  });

  it('say which server is used where none is named', async () => {
    const { panel, choose } = await open({ default_server: 'https://rooms.example.org' });
    await choose('A room of its own for each appointment');
    expect(panel.getByLabelText('Meeting server')).toHaveAccessibleDescription('Leave it empty for https://rooms.example.org');
  });
});

describe('the places of a provider', () => {
  const studio = {
    place_id: 'studio',
    name: 'Studio',
    street: 'Torstr. 12',
    postcode: '10119',
    city: 'Berlin',
    country: 'Germany-DE',
    note: '',
    archived: false,
  };

  it('are added beside a refusal that loses nothing, ordered and archived', async () => {
    let places = [studio, { ...studio, place_id: 'kiosk', name: 'Kiosk' }];
    const sent: Record<string, unknown>[] = [];
    const shown = () => ({
      venue_settings: {
        remote_kind: '',
        remote_link: '',
        remote_server: '',
        default_server: '',
        area_postcodes: [],
        area_radius: null,
        area_latitude: null,
        area_longitude: null,
        places,
      },
    });
    server.use(
      http.get('*/api/get_venue_settings', () => done(shown())),
      http.get('*/api/get_account_profile', () =>
        done({ account_data: { timezone: 'UTC', away: false, away_until: '', away_message: '', city: 'Berlin', country: 'Germany-DE' } }),
      ),
      http.get('*/api/get_provider_appointment_window', () =>
        done({ appointment_info: { provider_id: provider.ownerId, timezone: 'UTC' } }),
      ),
      http.post('*/api/preview_appointment_window', () => done({ provider_timezone: 'UTC', days: [] })),
      http.post('*/api/:call', async ({ request, params }) => {
        const body = (await request.json()) as Record<string, unknown>;
        sent.push({ call: params['call'], ...body });
        if (params['call'] === 'archive_place')
          places = places.map((one) => (one.place_id === body['iv_place_id'] ? { ...one, archived: true } : one));
        return done(shown());
      }),
    );
    renderAt('/appointment_booking_settings', provider);
    const panel = within(await screen.findByRole('region', { name: 'Your places' }));
    await user.click(await panel.findByRole('button', { name: 'Move Kiosk up' }));
    await vi.waitFor(() => expect(sent.at(-1)).toMatchObject({ call: 'order_places', iv_place_ids: ['kiosk', 'studio'] }));
    await user.click(panel.getByRole('button', { name: 'Archive Kiosk' }));
    expect(await panel.findByRole('button', { name: 'Use Kiosk again' })).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Add a place' }));
    await user.click(await panel.findByLabelText('Name'));
    await user.paste('Garden');
    await user.click(panel.getByRole('button', { name: 'Save the place' }));
    expect(await panel.findAllByText('This Field cannot be empty')).toHaveLength(2);
    expect(panel.getByLabelText('Name')).toHaveValue('Garden');
    await user.click(panel.getByLabelText('Street and number'));
    await user.paste('Am Park 3');
    await user.click(panel.getByLabelText('Postcode'));
    await user.paste('10119');
    await user.click(panel.getByRole('button', { name: 'Save the place' }));
    expect(await screen.findByText('Your places are saved')).toBeVisible();
    expect(sent.at(-1)).toMatchObject({
      call: 'update_place',
      iv_place_id: 'none',
      iv_name: 'Garden',
      iv_street: 'Am Park 3',
      iv_city: 'Berlin',
      iv_country: 'Germany-DE',
    });
  });
});

describe('a remote request', () => {
  it('is accepted with the link of the settings, which can be changed before', async () => {
    const sent = withBooking({ remote_link: 'https://meet.example.org/o1' });
    renderAt('/schedule_manager/pending_requests?dialog=booking&booking=o1', provider);
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(await dialog.findByRole('combobox', { name: 'Your response' }));
    await user.click(await screen.findByRole('option', { name: 'Accept' }));
    expect(dialog.getByLabelText('Meeting link')).toHaveValue('https://meet.example.org/o1');
    await user.click(dialog.getByRole('button', { name: 'Submit response' }));
    expect(await dialog.findByText('The appointment is official. Both of you have it by mail.')).toBeVisible();
    expect(sent.at(-1)).toMatchObject({ iv_response: 'accepted', iv_delivery_location: 'https://meet.example.org/o1' });
  });
});

describe('another place', () => {
  it('is for the provider of an accepted appointment, until it ends', () => {
    const accepted = booking({ request_status: 'accepted' }) as unknown as Parameters<typeof canChangePlace>[0];
    expect(canChangePlace(accepted, 'order', new Date())).toBe(true);
    expect(canChangePlace(accepted, 'request', new Date())).toBe(false);
    expect(canChangePlace({ ...accepted, at_client: true }, 'request', new Date())).toBe(true);
    expect(canChangePlace({ ...accepted, at_client: true }, 'request', end)).toBe(false);
    expect(canChangePlace(accepted, 'order', end)).toBe(false);
    expect(canChangePlace({ ...accepted, request_status: 'pending' }, 'order', new Date())).toBe(false);
  });

  it('is sent from the booking, and a wrong link is named beside its field', async () => {
    const sent = withBooking({ request_status: 'accepted', delivery_location: 'https://meet.example.org/first' });
    renderAt('/schedule_manager/upcoming_schedule?dialog=booking&booking=o1', provider);
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(await dialog.findByRole('button', { name: 'Change place or link' }));
    const field = await dialog.findByLabelText('New link');
    await user.clear(field);
    await user.paste('http://meet.example.org/second');
    await user.click(dialog.getByRole('button', { name: 'Change it' }));
    expect(await dialog.findByText('You have to provide a valid URL for the meeting link')).toBeVisible();
    await user.clear(field);
    await user.paste('https://meet.example.org/second');
    await user.click(dialog.getByRole('button', { name: 'Change it' }));
    expect(await dialog.findByText('Grace Wanjiru is told where you meet now.')).toBeVisible();
    expect(sent.at(-1)).toMatchObject({
      call: 'update_appointment_place',
      iv_order_id: 'o1',
      iv_delivery_location: 'https://meet.example.org/second',
    });
  });
});

it('takes an address of a client apart, and leads to a map of it', () => {
  expect(addressParts('Hof 2, Torstraße 12, 10119 Berlin')).toEqual({
    iv_client_street: 'Hof 2, Torstraße 12',
    iv_client_postcode: '10119',
    iv_client_city: 'Berlin',
  });
  expect(addressParts('Somewhere')).toEqual({ iv_client_street: 'Somewhere', iv_client_postcode: '', iv_client_city: '' });
  expect(mapOf('Torstraße 12')).toBe('https://www.openstreetmap.org/search?query=Torstra%C3%9Fe+12');
});
