import { describe, expect, it } from 'vitest';
import type { BookingData } from '@/api';
import { canBeRescheduled, proposalOf, sessionsOf } from './proposal';

const now = new Date('2026-11-21T12:00:00Z');
const span = { provider_start_time: '2026-11-23T09:00:00Z', provider_end_time: '2026-11-23T09:30:00Z' };
const booking = (over: Partial<BookingData> = {}) =>
  ({
    ...span,
    request_status: 'pending',
    session_time: '',
    proposed_by: '',
    proposed_session_time: '[]',
    proposed_note: '',
    ...over,
  }) as BookingData;

describe('a proposed time', () => {
  const proposed = booking({ proposed_by: 'provider', proposed_session_time: JSON.stringify([span]), proposed_note: 'A pipe burst.' });

  it('is for the other side to answer', () => {
    expect(proposalOf(proposed, 'order')).toEqual({ sessions: [span], note: 'A pipe burst.', mine: true });
    expect(proposalOf(proposed, 'request')?.mine).toBe(false);
  });

  it('is none when nobody proposed one, or it cannot be read', () => {
    expect(proposalOf(booking(), 'order')).toBeNull();
    expect(proposalOf({ ...proposed, proposed_session_time: 'torn' }, 'order')).toBeNull();
  });
});

it('moves only what is pending or accepted, and only before it begins', () => {
  expect(canBeRescheduled(booking(), now)).toBe(true);
  expect(canBeRescheduled(booking({ request_status: 'accepted' }), now)).toBe(true);
  expect(canBeRescheduled(booking({ request_status: 'ongoing' }), now)).toBe(false);
  expect(canBeRescheduled(booking({ provider_start_time: '2026-11-21T12:00:00Z' }), now)).toBe(false);
});

it('takes the booking for its one session when there is no list', () => {
  expect(sessionsOf(booking())).toHaveLength(1);
});
