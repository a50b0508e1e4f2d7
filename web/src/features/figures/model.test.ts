import { describe, expect, it } from 'vitest';
import { changeOf, conversionOf, spanOf, todayIn, valueOf, type Range } from './model';

const part = {
  starts: '2026-05-01',
  bookings: 2,
  completed: 1,
  minutes: 95,
  income: [{ currency: 'EUR-DE', amount: 24.5 }],
  no_shows: 0,
  cancelled: 1,
  requests: 3,
  views: null,
};

describe('the ranges', () => {
  it.each([
    ['week', '2026-11-29', 1, '2026-11-23', '2026-11-29'],
    ['week', '2026-11-29', 7, '2026-11-29', '2026-12-05'],
    ['week', '2026-11-28', 6, '2026-11-28', '2026-12-04'],
    ['month', '2024-02-10', 1, '2024-02-01', '2024-02-29'],
    ['quarter', '2026-12-31', 1, '2026-10-01', '2026-12-31'],
    ['year', '2026-01-01', 1, '2026-01-01', '2026-12-31'],
  ] as const)('%s of %s is whole', (range, today, firstWeekday, first, last) => {
    expect(spanOf(range satisfies Range, today, firstWeekday)).toEqual({ first, last });
  });

  it('begin with the day that it is where the provider is', () => {
    const now = new Date('2026-03-28T23:30:00Z');
    expect([todayIn('Europe/Berlin', now), todayIn('America/New_York', now)]).toEqual(['2026-03-29', '2026-03-28']);
  });
});

describe('the figures', () => {
  it('are compared only with something', () => {
    expect([changeOf(3, 2), changeOf(0, 4), changeOf(5, 0)]).toEqual([0.5, -1, null]);
    expect([
      conversionOf({ requests: 3, views: 60 }),
      conversionOf({ requests: 3, views: 0 }),
      conversionOf({ requests: 3, views: null }),
    ]).toEqual([0.05, null, null]);
  });

  it('are hours with a decimal, and units of a currency', () => {
    expect([valueOf(part, 'hours'), valueOf(part, 'income EUR-DE'), valueOf(part, 'income JPY-JP'), valueOf(part, 'views')]).toEqual([
      1.6, 24.5, 0, 0,
    ]);
  });
});
