import { describe, expect, it } from 'vitest';
import type { BookingData, OfferedDay } from '@/api';
import { dayPlan, markOf, openRanges, pendingOf, type TimeRange } from './day-plan';

// Local times: the day of the plan is the viewer's.
const at = (hour: number, minute = 0, day = 24) => new Date(2026, 10, day, hour, minute);
const now = at(10);

function booking(order_id: string, start: Date, end: Date, over: Partial<BookingData> = {}) {
  const times = { provider_start_time: start.toISOString(), provider_end_time: end.toISOString() };
  return {
    order_id,
    name: order_id,
    guest_name: '',
    request_status: 'accepted',
    complete_status: '',
    session_time: '[]',
    proposed_by: '',
    ...times,
    ...over,
  } as BookingData;
}

const shown = (bookings: BookingData[], open: TimeRange[] | null = null) =>
  dayPlan(bookings, open, now).entries.map((entry) => [
    entry.kind === 'free' ? 'free' : entry.name,
    entry.start.getHours(),
    entry.end.getHours(),
  ]);

describe('the plan of a day', () => {
  it('has the day’s sessions in order, and the time between them as free', () => {
    const bookings = [booking('late', at(15), at(16)), booking('early', at(11), at(12)), booking('tomorrow', at(9, 0, 25), at(10, 0, 25))];
    expect(shown(bookings)).toEqual([
      ['early', 11, 12],
      ['free', 12, 15],
      ['late', 15, 16],
    ]);
  });

  it('counts a quarter of an hour as free, and nothing shorter', () => {
    const after = (minute: number) => shown([booking('first', at(11), at(12)), booking('second', at(12, minute), at(13))]);
    expect(after(15)).toContainEqual(['free', 12, 12]);
    expect(after(14)).toHaveLength(2);
  });

  it('counts no time as free that is over, short, or covered by a longer session', () => {
    const bookings = [
      booking('first', at(7), at(8)),
      booking('long', at(9), at(13)),
      booking('inside', at(10), at(11)),
      booking('soon after', at(13, 10), at(14)),
    ];
    expect(shown(bookings).map(([name]) => name)).toEqual(['first', 'long', 'inside', 'soon after']);
  });

  it('shows what clients can still book in the place of the time between', () => {
    expect(shown([booking('only', at(12), at(13))], [{ start: at(14), end: at(17) }])).toEqual([
      ['only', 12, 13],
      ['free', 14, 17],
    ]);
  });

  it('leaves out what was declined or cancelled', () => {
    expect(
      shown([
        booking('gone', at(12), at(13), { request_status: 'cancelled' }),
        booking('no', at(14), at(15), { request_status: 'rejected' }),
      ]),
    ).toEqual([]);
  });

  it('names the session that is held, else the next accepted one on whatever day', () => {
    const pending = booking('asked', at(11), at(12), { request_status: 'pending' });
    const tomorrow = booking('tomorrow', at(9, 0, 25), at(10, 0, 25));
    expect(dayPlan([tomorrow, pending], null, now).next?.name).toBe('tomorrow');
    expect(dayPlan([tomorrow, booking('held', at(9), at(11), { request_status: 'ongoing' })], null, now).next?.name).toBe('held');
    expect(dayPlan([tomorrow, booking('begun', at(9), at(11))], null, now).next?.name).toBe('begun');
    expect(dayPlan([tomorrow, booking('over', at(8), at(9))], null, now).next?.name).toBe('tomorrow');
    const notEnded = booking('not ended', at(8), at(9), { request_status: 'ongoing' });
    expect(dayPlan([tomorrow, notEnded], null, now).next?.name).toBe('not ended');
    expect(dayPlan([notEnded, booking('begun', at(9), at(11))], null, now).next?.name).toBe('begun');
    expect(dayPlan([pending], null, now).next).toBeNull();
  });

  it.each([
    ['ongoing', at(9), at(11), 'now'],
    ['ongoing', at(8), at(9), 'over'],
    ['accepted', at(9), at(11), 'now'],
    ['accepted', at(12), at(13), 'next'],
  ] as const)('says of an %s session that is next where it stands', (request_status, start, end, mark) => {
    const { next } = dayPlan([booking('one', start, end, { request_status })], null, now);
    expect(next && markOf(next, now)).toBe(mark);
  });
});

describe('open times', () => {
  const slot = (start: Date, end: Date) => ({ provider_start_time: start.toISOString(), provider_end_time: end.toISOString() });
  const ranges = (...slots: ReturnType<typeof slot>[]) => openRanges({ date: '', slots } as unknown as OfferedDay);

  it('join slots across a short break, and end where a slot is missing', () => {
    expect(ranges(slot(at(9), at(9, 30)), slot(at(9, 40), at(10, 10)), slot(at(11), at(11, 30)))).toEqual([
      { start: at(9), end: at(10, 10) },
      { start: at(11), end: at(11, 30) },
    ]);
    expect(openRanges(undefined)).toEqual([]);
  });
});

describe('requests', () => {
  it('wait in the order of their sessions', () => {
    const asked = (id: string, hour: number) => booking(id, at(hour, 0, 26), at(hour + 1, 0, 26), { request_status: 'pending' });
    expect(pendingOf([asked('late', 15), booking('done', at(9), at(10)), asked('early', 9)], now).map(({ order_id }) => order_id)).toEqual([
      'early',
      'late',
    ]);
  });
});
