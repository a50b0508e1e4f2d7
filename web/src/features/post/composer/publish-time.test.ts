import { describe, expect, it } from 'vitest';
import { clockIn, instantIn, scheduleBounds, scheduleProblem } from './publish-time';

const now = new Date('2026-11-22T08:15:30Z');

describe('the time of a scheduled post', () => {
  it.each([
    ['Europe/Berlin', '2026-11-22T09:15'],
    ['America/New_York', '2026-11-22T03:15'],
    ['Asia/Kolkata', '2026-11-22T13:45'],
  ])('is told on the clock of %s', (zone, clock) => {
    expect(clockIn(now, zone)).toBe(clock);
    expect(instantIn(clock, zone).toISOString()).toBe('2026-11-22T08:15:00.000Z');
  });

  it('knows that clocks change', () => {
    expect(instantIn('2026-07-01T09:00', 'Europe/Berlin').toISOString()).toBe('2026-07-01T07:00:00.000Z');
  });

  it('lies ahead, and not beyond 2030', () => {
    expect(scheduleBounds(now, 'UTC')).toEqual({ min: '2026-11-22T08:15', max: '2030-12-31T23:59' });
    expect(scheduleProblem('', 'UTC', now)).toBe('missing');
    expect(scheduleProblem('2026-11-22T08:15', 'UTC', now)).toBe('past');
    expect(scheduleProblem('2026-11-22T08:16', 'UTC', now)).toBeNull();
    expect(scheduleProblem('2026-11-22T08:16', 'UTC', new Date('2026-11-22T08:16:00Z'))).toBe('past');
    expect(scheduleProblem('2030-12-31T23:59', 'UTC', now)).toBeNull();
    expect(scheduleProblem('2031-01-01T00:00', 'UTC', now)).toBe('tooFar');
    expect(scheduleProblem('20310-01-01T00:00', 'UTC', now)).toBe('tooFar');
  });
});
