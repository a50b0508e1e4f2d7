import { describe, expect, it } from 'vitest';
import { contestable } from '../no-show/no-shows';
import { whatCounts } from './terms';

const soft = { free_hours: 24, late: 'allowed', words: 'Half is due.' };
const hard = { free_hours: 2, late: 'refused', words: '' };
const session = (start: string, end: string, session_state = 'upcoming') => ({
  provider_start_time: start,
  provider_end_time: end,
  session_state,
});
const booking = (terms: object[], sessions: object[] = [], request_status: 'accepted' | 'pending' = 'accepted') => ({
  request_status,
  cancellation_terms: JSON.stringify(terms),
  session_time: JSON.stringify(sessions),
  provider_start_time: '2027-01-08T10:00:00Z',
  provider_end_time: '2027-01-08T11:00:00Z',
});

describe('what counts for a client who cancels', () => {
  it.each([
    ['2027-01-07T10:00:00Z', [soft, hard], 'free'],
    ['2027-01-07T10:00:01Z', [soft, hard], 'late'],
    ['2027-01-08T08:00:00Z', [soft, hard], 'late'],
    ['2027-01-08T08:00:01Z', [soft, hard], 'refused'],
    ['2027-01-08T10:30:00Z', [], 'free'],
  ])('at %s it is, of %j, %s', (now, terms, outcome) => {
    expect(whatCounts(booking(terms), new Date(now)).outcome).toBe(outcome);
  });

  it('has the words of the terms that are late, each once', () => {
    const other = { free_hours: 48, late: 'allowed', words: 'The colours are bought.' };
    expect(whatCounts(booking([soft, other, { ...soft, free_hours: 30 }]), new Date('2027-01-07T11:00:00Z')).words).toBe(
      'Half is due.\nThe colours are bought.',
    );
  });

  it('is free before the provider has accepted, and in a booking from before terms were kept', () => {
    const now = new Date('2027-01-08T09:00:00Z');
    expect(whatCounts(booking([hard], [], 'pending'), now).outcome).toBe('free');
    expect(whatCounts({ ...booking([]), cancellation_terms: '' }, now).outcome).toBe('free');
  });

  it('counts to the next session that is not over, though nobody has said what became of the one before', () => {
    const sessions = [session('2027-01-01T10:00:00Z', '2027-01-01T11:00:00Z'), session('2027-01-08T10:00:00Z', '2027-01-08T11:00:00Z')];
    expect(whatCounts(booking([soft], sessions), new Date('2027-01-02T10:00:00Z')).outcome).toBe('free');
    expect(whatCounts(booking([soft], sessions), new Date('2027-01-07T12:00:00Z')).outcome).toBe('late');
    expect(whatCounts(booking([soft], sessions), new Date('2027-01-09T12:00:00Z')).outcome).toBe('late');
  });

  it('is elapsed time where the clocks change', () => {
    const spring = { ...booking([soft]), provider_start_time: '2027-03-28T08:00:00Z', provider_end_time: '2027-03-28T09:00:00Z' };
    expect(whatCounts(spring, new Date('2027-03-27T09:00:00+01:00')).outcome).toBe('free');
    expect(whatCounts(spring, new Date('2027-03-27T09:00:01+01:00')).outcome).toBe('late');
  });
});

it('only the side that is said not to have come contests it, once and in time', () => {
  const said = {
    position: 1,
    absent: 'client',
    note: '',
    reported_at: '2027-01-01T10:00:00Z',
    contest_until: '2027-01-08T10:00:00Z',
    contested_at: '',
    contest: '',
  };
  const of = (over: object = {}) => ({ no_shows: JSON.stringify([{ ...said, ...over }]) });
  const now = new Date('2027-01-08T09:59:59Z');
  expect(contestable(of(), 'request', now)?.position).toBe(1);
  expect(contestable(of(), 'order', now)).toBeUndefined();
  expect(contestable(of({ absent: 'provider' }), 'order', now)?.position).toBe(1);
  expect(contestable(of({ contested_at: '2027-01-02T10:00:00Z' }), 'request', now)).toBeUndefined();
  expect(contestable(of(), 'request', new Date('2027-01-08T10:00:00Z'))).toBeUndefined();
});
