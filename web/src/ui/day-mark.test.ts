import { describe, expect, it } from 'vitest';
import { dayKey, dayMarkOf } from './day-mark';

describe('days on the viewer’s calendar', () => {
  const now = new Date(2026, 2, 1, 0, 30);

  it('turn at midnight, not after 24 hours', () => {
    expect(dayMarkOf(new Date(2026, 2, 1, 0, 0), now)).toBe('today');
    expect(dayMarkOf(new Date(2026, 1, 28, 23, 59), now)).toBe('yesterday');
    expect(dayMarkOf(new Date(2026, 1, 28, 0, 0), now)).toBe('yesterday');
    expect(dayMarkOf(new Date(2026, 1, 27, 23, 59), now)).toBe('earlier');
  });

  it('take what a clock that is behind calls the future for today', () =>
    expect(dayMarkOf(new Date(2026, 2, 1, 0, 31), now)).toBe('today'));

  it('are told apart', () => {
    expect(dayKey(new Date(2026, 2, 1, 1))).toBe(dayKey(new Date(2026, 2, 1, 23)));
    expect(dayKey(new Date(2026, 2, 1, 1))).not.toBe(dayKey(new Date(2026, 1, 28, 23)));
  });
});
