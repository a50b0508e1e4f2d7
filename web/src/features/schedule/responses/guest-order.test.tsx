import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { done, failed, http, HttpResponse, provider, renderAt, server } from '@/test';

const soon = new Date(Date.now() + 86_400_000).toISOString();
const guestBooking = {
  order_id: 'o1',
  provider_id: provider.ownerId,
  owner_id: '',
  user_category: 'guest',
  name: 'Ivo Marin',
  email: 'ivo@example.com',
  guest_name: 'Gus Guest',
  guest_email: 'gus@example.com',
  username: '',
  avatar: '',
  onboardProfile: false,
  brief: 'Hello',
  services: '[]',
  request_status: 'pending',
  complete_status: 'pending',
  rating: null,
  feedback: '',
  rating_status: 'pending',
  created_date: soon,
  provider_start_time: soon,
  provider_end_time: soon,
  client_start_time: soon,
  client_end_time: soon,
  duration: 60,
  total_cost: 0,
  total_currency: 'EUR',
  total_duration: 60,
  delivery_mode: 'remote',
  delivery_location: '',
  session_time: '[]',
};

/** What the page says itself. The toast with the same words comes earlier: before the buttons can be pressed again. */
const besideButtons = () => within(screen.getByRole('main')).findByRole('alert');

describe('the page of a guest’s booking', () => {
  it.each([401, 404])('offers a new link when the link is refused with %d', async (status) => {
    server.use(http.get('*/api/get_guest_booking/o1', () => failed(status)));
    renderAt('/guest_client/schedule_manager/upcoming_schedule/o1?token=old');
    expect(await screen.findByLabelText('E-mail')).toBeVisible();
  });

  it('can be asked for again when the server is out of reach: the link may be good', async () => {
    server.use(http.get('*/api/get_guest_booking/o1', () => failed(503)));
    renderAt('/guest_client/schedule_manager/upcoming_schedule/o1?token=good');
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.queryByLabelText('E-mail')).not.toBeInTheDocument();
  });

  it('gives a guest all that is held, and erases it when the guest is sure', async () => {
    const user = userEvent.setup();
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:data');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const erased: unknown[] = [];
    const everything = { name: 'Gus Guest', email: 'gus@example.com', bookings: [guestBooking], requests: [], mails: [] };
    const message = { main_msg: 'Your requests cannot be shown right now.', iv_msg: {} };
    const answers = [HttpResponse.json({ status: false, message, data: { missing: ['requests'] } }, { status: 503 }), done(everything)];
    server.use(
      http.get('*/api/get_guest_booking/o1', () => done({ booking_data: guestBooking })),
      http.post('*/api/get_guest_data', () => answers.shift()),
      http.post('*/api/erase_guest_data', async ({ request }) => {
        erased.push(await request.json());
        return erased.length === 1 ? failed(401, 'This link is not valid.') : done({});
      }),
    );
    renderAt('/guest_client/schedule_manager/pending_requests/o1?token=good&data=99.key');
    const download = await screen.findByRole('button', { name: 'Download my data' });
    await user.click(download);
    expect(await besideButtons()).toHaveTextContent('Your requests cannot be shown right now.');
    expect(saved).not.toHaveBeenCalled();
    await user.click(download);
    await waitFor(() => expect(saved).toHaveBeenCalled());
    await user.click(screen.getByRole('button', { name: 'Erase my data' }));
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    expect(await besideButtons()).toHaveTextContent('This link is not valid.');
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText(/no longer carry your name/)).toBeVisible();
    expect(erased).toEqual(Array(2).fill({ iv_order_id: 'o1', iv_key: '99.key' }));
  });

  it('shows nothing of a guest’s data without the key of the mail', async () => {
    server.use(http.get('*/api/get_guest_booking/o1', () => done({ booking_data: guestBooking })));
    renderAt('/guest_client/schedule_manager/pending_requests/o1?token=good');
    expect(await screen.findByRole('button', { name: 'End this link' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Erase my data' })).not.toBeInTheDocument();
  });

  it('ends the link when the guest is sure, and says that a new one is mailed', async () => {
    const user = userEvent.setup();
    const asked: string[] = [];
    const answers = [failed(503, 'Temporary server issue'), done({})];
    server.use(
      http.get('*/api/get_guest_booking/o1', () => done({ booking_data: guestBooking })),
      http.post('*/api/end_guest_link', async ({ request }) => {
        asked.push(`${new URL(request.url).search} ${await request.text()}`);
        return answers.shift();
      }),
    );
    renderAt('/guest_client/schedule_manager/pending_requests/o1?token=good');
    await user.click(await screen.findByRole('button', { name: 'End this link' }));
    await user.click(screen.getByRole('button', { name: 'No' }));
    expect(asked).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'End this link' }));
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    expect(await besideButtons()).toHaveTextContent('Temporary server issue');
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText(/A new one is on its way/)).toBeVisible();
    expect(asked).toEqual(Array(2).fill('?token=good {"iv_order_id":"o1"}'));
  });
});
