import { describe, expect, it } from 'vitest';

import { copyDay, errorsOf, flatFrom, minutesOf, rangeText, weekFrom } from './hours';

describe('the week of business hours', () => {
  it('takes the spec’s defaults where nothing is stored', () => {
    const week = weekFrom({});
    expect(week.saturday).toMatchObject({ status: 'open', type: 'quota', duration: '30', buffer: '10' });
    expect(week.sunday.status).toBe('closed');
  });

  it('comes back as it went out', () => {
    const week = copyDay(weekFrom({ monday_quota_time_off: '[{"startTime":"12:00","endTime":"13:00"}]' }), 'monday', [
      'friday',
    ]);
    const fields = Object.entries(flatFrom(week, 'Europe/Berlin')).map(([key, value]) => [key.slice(3), value]);
    expect(weekFrom(Object.fromEntries(fields) as Record<string, unknown>)).toEqual(week);
    expect(week.friday.timeOff).toEqual([{ startTime: '12:00', endTime: '13:00' }]);
  });

  it('reads times of a 24-hour clock, midnight’s end included', () => {
    expect(minutesOf('24:00')).toBe(1440);
    expect(minutesOf('09:05')).toBe(545);
    expect([minutesOf('24:01'), minutesOf('9:00'), minutesOf('10:60')]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  });

  it('sorts the server’s messages by day', () => {
    const iv = { iv_monday_quota_end_time: 'too early', iv_timezone: 'unknown' };
    expect(errorsOf('monday', iv)).toEqual({ quota_end_time: 'too early' });
    expect(errorsOf('friday', iv)).toEqual({});
  });

  it('is shown short', () => {
    expect(rangeText({ start: '09:00', end: '17:30' })).toBe('9–17:30');
  });
});
