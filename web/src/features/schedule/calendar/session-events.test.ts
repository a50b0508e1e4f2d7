import { describe, expect, it } from 'vitest';
import type { BookingData } from '@/api';
import { sessionEvents } from './session-events';

const now = new Date('2026-11-21T12:00:00Z');
const span = (day: number) => ({ provider_start_time: `2026-11-${day}T09:00:00Z`, provider_end_time: `2026-11-${day}T09:30:00Z` });
const booking = (over: Partial<BookingData>) =>
  ({
    order_id: 'o1',
    name: '',
    guest_name: 'Olu',
    request_status: 'accepted',
    complete_status: '',
    ...span(23),
    session_time: '[]',
    proposed_by: '',
    proposed_session_time: '[]',
    ...over,
  }) as BookingData;

describe('the events of the calendar', () => {
  it('are one for each session, numbered', () => {
    const events = sessionEvents([booking({ session_time: JSON.stringify([span(23), span(25)]) })], now);
    expect(events.map(({ title, start }) => [title, start])).toEqual([
      ['Olu (1/2)', '2026-11-23T09:00:00Z'],
      ['Olu (2/2)', '2026-11-25T09:00:00Z'],
    ]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(2);
  });

  it('are the booking itself where its sessions cannot be read', () => {
    expect(sessionEvents([booking({ session_time: 'torn' })], now)).toEqual([
      expect.objectContaining({ title: 'Olu', start: '2026-11-23T09:00:00Z', status: 'accepted', proposed: false }),
    ]);
  });

  it('show a proposed time beside the agreed one', () => {
    const events = sessionEvents([booking({ proposed_by: 'client', proposed_session_time: JSON.stringify([span(27)]) })], now);
    expect(events.map(({ start, proposed }) => [start, proposed])).toEqual([
      ['2026-11-23T09:00:00Z', false],
      ['2026-11-27T09:00:00Z', true],
    ]);
  });

  it('have each session in the colour of its own state', () => {
    const sessions = [
      { ...span(19), request_status: 'completed', session_state: 'done' },
      { ...span(20), request_status: 'accepted', session_state: 'upcoming' },
      { ...span(25), request_status: 'accepted', session_state: 'upcoming' },
    ];
    const events = sessionEvents(
      [booking({ ...span(19), due_start_time: span(20).provider_start_time, session_time: JSON.stringify(sessions) })],
      now,
    );
    expect(events.map(({ status }) => status)).toEqual(['completed', 'overdue', 'accepted']);
  });

  it('are overdue once the start has passed', () => {
    expect(sessionEvents([booking(span(20))], now)[0]?.status).toBe('overdue');
  });
});
