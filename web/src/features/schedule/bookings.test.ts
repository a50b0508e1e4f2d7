import { describe, expect, it } from 'vitest';

import { countsOf, inList, listOf, responsesFor, rowAction, shownStatus } from './bookings';

const now = new Date('2026-11-21T12:00:00Z');
const booking = (request_status: string, over: { complete_status?: string; provider_start_time?: string } = {}) => ({
  request_status,
  complete_status: '',
  provider_start_time: '2026-11-22T09:00:00Z',
  username: 'Mei_T',
  name: 'Mei Tanaka',
  guest_name: '',
  ...over,
});

describe('the lists of the schedule', () => {
  it('derives overdue from an accepted booking whose start has passed', () => {
    expect(shownStatus(booking('accepted'), now)).toBe('accepted');
    expect(shownStatus(booking('accepted', { provider_start_time: '2026-11-21T11:59:00Z' }), now)).toBe('overdue');
  });

  it('splits completed by whether the client has rated', () => {
    expect(listOf(booking('completed'), now)).toBe('pending_review');
    expect(listOf(booking('completed', { complete_status: 'completed' }), now)).toBe('completed_requests');
  });

  it('finds by a part of a name in any case', () => {
    expect(inList([booking('pending')], 'pending_requests', ' tANa', now)).toHaveLength(1);
    expect(inList([booking('pending')], 'pending_requests', 'grace', now)).toHaveLength(0);
  });

  it('counts every list', () => {
    expect(countsOf([booking('pending'), booking('pending'), booking('rejected')], now)).toMatchObject({
      pending_requests: 2,
      rejected_requests: 1,
      upcoming_schedule: 0,
    });
  });
});

describe('what can be done', () => {
  it('labels rows by side and status', () => {
    expect(rowAction(booking('completed'), 'order')).toBe('request_rating');
    expect(rowAction(booking('completed'), 'request')).toBe('rate_session');
    expect(rowAction(booking('completed', { complete_status: 'completed' }), 'request')).toBeNull();
    expect(rowAction(booking('cancelled'), 'request')).toBe('details');
    expect(rowAction(booking('ongoing'), 'order')).toBe('review');
  });

  it('lets the provider answer by the table and the client only cancel', () => {
    expect(responsesFor('pending', 'order')).toEqual(['accepted', 'rejected']);
    expect(responsesFor('accepted', 'order')).toEqual(['ongoing', 'cancelled']);
    expect(responsesFor('ongoing', 'order')).toEqual(['completed', 'cancelled']);
    expect(responsesFor('ongoing', 'request')).toEqual(['cancelled']);
    expect(responsesFor('completed', 'order')).toEqual([]);
  });
});
