import { http } from 'msw';
import { provider, renderAt } from './app';
import { done, server } from './server';

/** The time so many hours from now. */
export const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** A client's request of the provider for tomorrow, as the lists of the schedule hold it. */
export function bookingRow(order_id: string, over: Record<string, unknown> = {}) {
  return {
    order_id,
    provider_id: provider.ownerId,
    owner_id: 'client-1',
    user_category: 'active',
    name: 'Ivo Marin',
    email: 'ivo@example.com',
    guest_name: '',
    guest_email: '',
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
    created_date: inHours(-1),
    provider_start_time: inHours(24),
    provider_end_time: inHours(25),
    client_start_time: inHours(24),
    client_end_time: inHours(25),
    duration: 60,
    total_cost: 0,
    total_currency: 'EUR',
    total_duration: 60,
    delivery_mode: 'remote',
    delivery_location: '',
    session_time: '[]',
    ...over,
  };
}

/** Opens a list of the schedule, with these bookings in it, as the provider. */
export function openSchedule(list: string, order: unknown[], request: unknown[] = []) {
  server.use(http.get('*/api/get_booking_info', () => done({ bookings_list: { order, request } })));
  return renderAt(`/schedule_manager/${list}`, provider);
}
