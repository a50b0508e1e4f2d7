import { describe, expect, it } from 'vitest';
import { countsOf, parseJsonList, listOf, shownStatus, sideCounts, waitingBookings, type BookingData } from '@/api';
import { bookingsInList, filterBookings, responsesFor, rowAction } from './model';

const now = new Date('2026-11-21T12:00:00Z');
const booking = (
  request_status: string,
  over: Partial<Record<'complete_status' | 'rate_by' | 'provider_start_time' | 'username' | 'name' | 'guest_name', string>> = {},
) => ({
  request_status,
  complete_status: '',
  provider_start_time: '2026-11-22T09:00:00Z',
  username: 'Mei_T',
  name: 'Mei Tanaka',
  guest_name: '',
  delivery_mode: 'remote',
  ...over,
});

describe('the lists of the schedule', () => {
  it('derives overdue from an accepted booking whose start has passed', () => {
    expect(shownStatus(booking('accepted'), now)).toBe('accepted');
    expect(shownStatus(booking('accepted', { provider_start_time: '2026-11-21T11:59:00Z' }), now)).toBe('overdue');
  });

  it('calls nothing overdue at its very start, nor what was never accepted', () => {
    expect(shownStatus(booking('accepted', { provider_start_time: now.toISOString() }), now)).toBe('accepted');
    expect(shownStatus(booking('accepted', { provider_start_time: '2026-11-21T11:59:59.999Z' }), now)).toBe('overdue');
    for (const status of ['pending', 'ongoing', 'completed', 'rejected', 'cancelled']) {
      expect(shownStatus(booking(status, { provider_start_time: '2026-11-01T09:00:00Z' }), now)).toBe(status);
    }
    expect(shownStatus(booking('a status of tomorrow'), now)).toBe('pending');
  });

  it('calls a booking overdue by the session that is due, not by the first one', () => {
    const first = { provider_start_time: '2026-11-14T09:00:00Z' };
    const due = (day: number) => ({ ...booking('accepted', first), due_start_time: `2026-11-${day}T09:00:00Z` });
    expect(shownStatus(due(28), now)).toBe('accepted');
    expect(listOf(due(21), now)).toBe('overdue_appointments');
  });

  it('splits completed by whether the client has rated', () => {
    expect(listOf(booking('completed'), now)).toBe('pending_review');
    expect(listOf(booking('completed', { complete_status: 'completed' }), now)).toBe('completed_requests');
  });

  it('waits for a rating for as long as it can be given', () => {
    expect(listOf(booking('completed', { complete_status: 'pending', rate_by: '2026-11-21T12:00:01Z' }), now)).toBe('pending_review');
    const late = booking('completed', { complete_status: 'pending', rate_by: '2026-11-21T12:00:00Z' });
    expect(listOf(late, now)).toBe('completed_requests');
    expect([rowAction(late, 'order', now), rowAction(late, 'request', now)]).toEqual(['details', 'details']);
  });

  it('takes the bookings of one list', () => {
    expect(bookingsInList([booking('pending'), booking('rejected')], 'pending_requests', now)).toHaveLength(1);
  });

  it('finds by a part of a name in any case, and by mode', () => {
    expect(filterBookings([booking('pending')], { search: ' tANa', mode: 'all' })).toHaveLength(1);
    expect(filterBookings([booking('pending')], { search: 'mei_', mode: 'remote' })).toHaveLength(1);
    expect(filterBookings([booking('pending')], { search: 'grace', mode: 'all' })).toHaveLength(0);
    expect(filterBookings([booking('pending')], { search: '', mode: 'in-person' })).toHaveLength(0);
    const guest = booking('pending', { username: '', name: '', guest_name: 'Grace Wu' });
    expect(filterBookings([guest, booking('pending')], { search: 'GRACE', mode: 'all' })).toEqual([guest]);
  });

  it('counts every list', () => {
    expect(countsOf([booking('pending'), booking('pending'), booking('rejected')], now)).toMatchObject({
      pending_requests: 2,
      rejected_requests: 1,
      upcoming_schedule: 0,
    });
  });

  it('alerts a provider to requests and a client to what can be rated, and not the other way round', () => {
    const rows = (...statuses: string[]) => statuses.map((status) => booking(status) as unknown as BookingData);
    const waiting = waitingBookings({ order: rows('pending', 'completed'), request: rows('pending', 'completed', 'ongoing') }, now);
    expect(waiting.requests.map(({ side }) => side)).toEqual(['order']);
    expect(waiting.reviews.map(({ side }) => side)).toEqual(['request']);
    expect(waiting.ongoing).toHaveLength(1);
    expect(waiting.overdue).toHaveLength(0);
  });
});

describe('both sides', () => {
  const rows = (...bookings: ReturnType<typeof booking>[]) => bookings as unknown as BookingData[];
  const late = booking('accepted', { provider_start_time: '2026-11-21T09:00:00Z' });

  it('are counted apart and together', () => {
    const counts = sideCounts({ order: rows(booking('pending'), late), request: rows(booking('pending')) }, now);
    expect([counts.order, counts.request, counts.both].map(({ pending_requests }) => pending_requests)).toEqual([1, 1, 2]);
    expect([counts.order, counts.request, counts.both].map(({ overdue_appointments }) => overdue_appointments)).toEqual([1, 0, 1]);
  });

  it('are told apart in what is ongoing and overdue', () => {
    const waiting = waitingBookings({ order: rows(booking('ongoing'), late), request: rows(booking('ongoing'), late) }, now);
    expect(waiting.ongoing.map(({ side }) => side)).toEqual(['order', 'request']);
    // Only the provider can begin a session that is overdue.
    expect(waiting.overdue.map(({ side }) => side)).toEqual(['order']);
    expect([waiting.requests, waiting.reviews]).toEqual([[], []]);
  });
});

describe('what can be done', () => {
  it('labels rows by side and status', () => {
    expect(rowAction(booking('completed'), 'order', now)).toBe('request_rating');
    expect(rowAction(booking('completed'), 'request', now)).toBe('rate_session');
    const waiting = { ...booking('completed'), hidden_rating_by: 'client' };
    expect([rowAction(waiting, 'order', now), rowAction({ ...waiting, hidden_rating_by: 'provider' }, 'order', now)]).toEqual([
      'rate_client',
      'request_rating',
    ]);
    expect(rowAction(booking('completed', { complete_status: 'completed' }), 'request', now)).toBeNull();
    expect(rowAction({ ...booking('completed'), user_category: 'guest', guest_email: '' }, 'order', now)).toBe('details');
    expect(rowAction({ ...booking('completed'), user_category: 'guest', guest_email: 'olu@example.com' }, 'order', now)).toBe(
      'request_rating',
    );
    expect(rowAction(booking('cancelled'), 'request', now)).toBe('details');
    expect(rowAction(booking('ongoing'), 'order', now)).toBe('review');
  });

  it('lets the provider answer by the table and the client only cancel', () => {
    expect(responsesFor(booking('pending'), 'order', now)).toEqual(['accepted', 'rejected']);
    expect(responsesFor(booking('accepted'), 'order', now)).toEqual(['ongoing', 'cancelled']);
    expect(responsesFor(booking('ongoing'), 'order', now)).toEqual(['completed', 'cancelled']);
    expect(responsesFor(booking('ongoing'), 'request', now)).toEqual(['cancelled']);
    expect(responsesFor(booking('completed'), 'order', now)).toEqual([]);
    expect(responsesFor(booking('completed'), 'request', now)).toEqual([]);
  });

  it('lets either side say that the other did not come, from the start of the session that is due', () => {
    const begun = { due_start_time: now.toISOString() };
    for (const status of ['accepted', 'ongoing']) {
      expect(responsesFor({ ...booking(status), ...begun }, 'order', now)).toContain('missed');
      expect(responsesFor({ ...booking(status), ...begun }, 'request', now)).toEqual(['missed', 'cancelled']);
    }
    const later = { provider_start_time: '2026-11-20T09:00:00Z', due_start_time: '2026-11-27T09:00:00Z' };
    expect(responsesFor({ ...booking('accepted'), ...later }, 'order', now)).not.toContain('missed');
  });
});

it('reads a torn list as an empty one', () => {
  expect(parseJsonList('[1,2]')).toEqual([1, 2]);
  expect(parseJsonList('[1,')).toEqual([]);
  expect(parseJsonList('')).toEqual([]);
});
