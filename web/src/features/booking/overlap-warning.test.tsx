import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { done, http, member, renderAt, server } from '@/test';
import { account, lesson, week } from '@/test/booked-provider';

const user = userEvent.setup();
const next = new Date();
next.setUTCMonth(next.getUTCMonth() + 1, 10);
const day = next.toISOString().slice(0, 10);
const at = (time: string) => `${day}T${time}:00Z`;
const slot = {
  appointment_slot_id: 'slot',
  provider_start_time: at('09:00'),
  provider_end_time: at('10:00'),
  client_start_time: at('09:00'),
  client_end_time: at('10:00'),
  duration: 60,
  alias: '',
  long_enough: true,
};
const own = {
  order_id: 'mine',
  request_status: 'accepted',
  complete_status: 'pending',
  name: 'Ivo Marin',
  guest_name: '',
  session_time: '[]',
  provider_id: 'somebody',
  owner_id: 'somebody',
  provider_start_time: at('09:30'),
  provider_end_time: at('10:30'),
};
let orders: unknown[] = [];

beforeEach(() => {
  orders = [];
  server.use(
    http.get('*/api/get_provider_profile', () => done({ account_data: account, rating_summary: { rating: 0, reviews: 0 } })),
    http.get('*/api/get_account_provider_services', () => done({ account_services: [lesson] })),
    http.get('*/api/get_provider_appointment_window', () => done({ appointment_info: week })),
    http.get('*/api/get_trust_status/*', () => done({ trust_status: false })),
    http.get('*/api/get_next_free_times', () => done({ times: [] })),
    http.get('*/api/get_available_slots', ({ request }) => {
      const from = new URL(request.url).searchParams.get('from') ?? '';
      return done({ days: from <= day ? [{ date: day, slots: [slot] }] : [] });
    }),
    http.get('*/api/get_booking_info', () => done({ bookings_list: { order: [], request: [own] } })),
    http.post('*/api/create_appointment_order', async ({ request }) => {
      orders.push(await request.json());
      return done({ booking_data: {} });
    }),
  );
});

it('names the own appointment at a chosen time, links to it, and lets the request be sent', async () => {
  renderAt('/p/mara', member);
  await user.click(await screen.findByRole('checkbox', { name: /Lesson/ }));
  await user.click(screen.getByRole('button', { name: 'Book session' }));
  await user.click(await screen.findByRole('button', { name: 'Month' }));
  await user.click(screen.getByRole('button', { name: 'Next month' }));
  await user.click(await screen.findByRole('button', { name: /10.*free time$/ }));
  await user.click(await waitFor(() => document.querySelector<HTMLElement>('[data-start]') ?? expect.unreachable()));
  await user.click(screen.getByRole('button', { name: 'Complete booking' }));
  const warning = (await screen.findByText('You already have an appointment at this time')).closest<HTMLElement>('[role=status]');
  const link = within(warning ?? expect.unreachable()).getByRole('link', { name: /^Ivo Marin · .*9:30.*10:30/ });
  expect(link).toHaveAttribute('href', '/schedule_manager/upcoming_schedule?dialog=booking&booking=mine');
  await user.click(screen.getByRole('button', { name: 'Confirm booking' }));
  await waitFor(() => expect(orders).toHaveLength(1));
});
