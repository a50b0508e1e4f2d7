import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { done, http, provider, refused, renderAt, server } from '@/test';

const user = userEvent.setup();
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** A request that waits for its provider. */
const asked = (over: Record<string, unknown>) => ({
  order_id: '1',
  provider_id: provider.ownerId,
  owner_id: 'ivo-1',
  user_category: 'active',
  name: 'Ivo Marin',
  email: '',
  guest_name: '',
  guest_email: '',
  username: '',
  avatar: '',
  onboardProfile: false,
  brief: '',
  feedback: '',
  services: '[]',
  session_time: '[]',
  request_status: 'pending',
  complete_status: 'pending',
  rating: null,
  rating_status: 'pending',
  created_date: at(-1),
  provider_start_time: at(24),
  provider_end_time: at(25),
  client_start_time: at(24),
  client_end_time: at(25),
  duration: 60,
  total_cost: 0,
  total_currency: 'EUR',
  total_duration: 60,
  delivery_mode: 'in-person',
  delivery_location: 'Torstraße 12',
  ...over,
});

describe('a link that answers a request', () => {
  const link = '/schedule_manager/pending_requests?dialog=booking&booking=1';
  let sent: Record<string, unknown>[] = [];
  const opened = (address: string, over: Record<string, unknown>, answer: (fields: Record<string, unknown>) => ReturnType<typeof done>) => {
    sent = [];
    server.use(
      http.get('*/api/get_booking_info', () => done({ bookings_list: { order: [asked(over)], request: [] } })),
      http.post('*/api/update_appointment_order_request', async ({ request }) => {
        sent.push((await request.json()) as Record<string, unknown>);
        return answer(sent.at(-1) ?? {});
      }),
    );
    return renderAt(address, provider);
  };
  const official = () => done({ booking_data: asked({ request_status: 'accepted' }), ical_content_data: null });

  it('accepts by itself with the key of the mail, once, and the key leaves the address', async () => {
    const { place } = opened(`${link}&answer=accepted&key=k-1`, {}, official);
    expect(await within(await screen.findByRole('dialog')).findByText(/The appointment is official/)).toBeVisible();
    expect(sent).toEqual([expect.objectContaining({ iv_order_id: '1', iv_response: 'accepted', iv_answer_key: 'k-1' })]);
    await waitFor(() => expect(place()).not.toMatch(/key|answer/));
  });

  it('declines by itself too', async () => {
    opened(`${link}&answer=rejected&key=k-1`, {}, () =>
      done({ booking_data: asked({ request_status: 'rejected' }), ical_content_data: null }),
    );
    await waitFor(() => expect(sent).toEqual([expect.objectContaining({ iv_response: 'rejected', iv_answer_key: 'k-1' })]));
  });

  it('leaves the answer chosen when it is refused, and sends it without the key then', async () => {
    opened(`${link}&answer=accepted&key=old`, {}, ({ iv_answer_key }) =>
      iv_answer_key ? refused('This link answers nothing any more.') : official(),
    );
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('This link answers nothing any more.')).toBeVisible();
    expect(dialog.getByRole('combobox', { name: 'Your response' })).toHaveValue('Accept');
    await user.click(dialog.getByRole('button', { name: 'Submit response' }));
    expect(await dialog.findByText(/The appointment is official/)).toBeVisible();
    expect(sent.map(({ iv_answer_key }) => iv_answer_key)).toEqual(['old', '']);
  });

  it.each([
    ['a link without a key, which anybody can send', '&answer=accepted', {}],
    ['an answer that is no answer to a request', '&answer=cancelled&key=k-1', {}],
    ['a remote request that lacks its meeting link', '&answer=accepted&key=k-1', { delivery_mode: 'remote', delivery_location: '' }],
    ['what is accepted already', '&answer=rejected&key=k-1', { request_status: 'accepted' }],
  ])('sends nothing for %s', async (_what, query, over) => {
    opened(link + query, over, official);
    expect(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Submit response' })).toBeVisible();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(sent).toEqual([]);
  });
});

describe('a booking that changes while it is open', () => {
  it('offers what can be done by now', async () => {
    const begun = { provider_start_time: at(-0.1), due_start_time: at(-0.1) };
    const list = (request_status: string) => done({ bookings_list: { order: [asked({ ...begun, request_status })], request: [] } });
    server.use(http.get('*/api/get_booking_info', () => list('accepted')));
    renderAt('/schedule_manager/overdue_appointments', provider);
    const dialog = async () => within(await screen.findByRole('dialog'));
    await user.click(await screen.findByRole('button', { name: 'Review' }));
    let arrives: () => void = () => undefined;
    server.use(
      http.get(
        '*/api/get_booking_info',
        () =>
          new Promise((resolve) => {
            arrives = () => resolve(list('ongoing'));
          }),
      ),
      http.post('*/api/update_appointment_order_request', () =>
        done({ booking_data: asked({ ...begun, request_status: 'ongoing' }), ical_content_data: null }),
      ),
    );
    await user.click((await dialog()).getByRole('combobox', { name: 'Your response' }));
    await user.click(await screen.findByRole('option', { name: 'Start session', hidden: true }));
    await user.click((await dialog()).getByRole('button', { name: 'Submit response' }));
    await (await dialog()).findByText(/The session has begun/);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Review' }));
    await user.click((await dialog()).getByRole('combobox', { name: 'Your response' }));
    arrives();
    expect(await screen.findByRole('option', { name: 'Complete session', hidden: true })).toBeInTheDocument();
    expect(screen.queryByRole('option', { name: 'Start session', hidden: true })).toBeNull();
  });
});
