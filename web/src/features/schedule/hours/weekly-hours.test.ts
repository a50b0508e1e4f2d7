import { describe, expect, it } from 'vitest';
import {
  copyDay,
  errorsOf,
  flatFields,
  minutesOf,
  nextSlot,
  nextTimeOff,
  otherOpenDays,
  parseTime,
  weekdayOf,
  weekFrom,
} from './weekly-hours';

describe('the week of business hours', () => {
  it('takes the defaults where nothing is stored', () => {
    const week = weekFrom({});
    expect(week.saturday).toMatchObject({ status: 'open', type: 'quota', duration: '30', buffer: '10' });
    expect(week.sunday.status).toBe('closed');
  });

  it('comes back as it went out', () => {
    const week = copyDay(weekFrom({ monday_quota_time_off: '[{"startTime":"12:00","endTime":"13:00"}]' }), 'monday', ['friday']);
    const fields = Object.entries(flatFields(week, 'Europe/Berlin')).map(([key, value]) => [key.slice(3), value]);
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

  it('understands times as they are typed, and leaves the rest to the server', () => {
    expect(['9', '930', '9.30', '17:', '9h', ' 24:00 '].map(parseTime)).toEqual(['09:00', '09:30', '09:30', '17:00', '09:00', '24:00']);
    expect(['', '9:3', '25', 'noon', '24:30'].map(parseTime)).toEqual(['', '9:3', '25', 'noon', '24:30']);
  });

  it('sends only what is in force', () => {
    const week = weekFrom({
      monday_window_type: 'custom',
      monday_custom_slots: [{ id: 'a', startTime: '9', endTime: '10.30', alias: '', duration: '60' }],
    });
    const fields = flatFields(week, 'UTC') as Record<string, unknown>;
    expect(fields['iv_monday_custom_slots']).toEqual([{ id: 'a', startTime: '09:00', endTime: '10:30', alias: '', duration: '90' }]);
    expect(fields).not.toHaveProperty('iv_monday_quota_start_time');
    expect(Object.keys(fields).filter((field) => field.startsWith('iv_sunday'))).toEqual(['iv_sunday_window_status']);
  });

  it('proposes what comes next', () => {
    const monday = weekFrom({}).monday;
    expect(nextTimeOff(monday)).toEqual({ startTime: '12:00', endTime: '13:00' });
    expect(nextTimeOff({ ...monday, start: '14:00' })).toEqual({ startTime: '15:30', endTime: '16:30' });
    const first = nextSlot([], 'a');
    expect(first).toMatchObject({ startTime: '09:00', endTime: '10:00', duration: '60' });
    expect(nextSlot([{ ...first, endTime: '23:30' }], 'b')).toMatchObject({ startTime: '23:30', endTime: '24:00', duration: '30' });
  });

  it('knows the weekday of a date and the other open days', () => {
    expect([weekdayOf('2026-11-23'), weekdayOf('2026-11-29')]).toEqual(['monday', 'sunday']);
    expect(otherOpenDays(weekFrom({}), 'monday')).toEqual(['tuesday', 'wednesday', 'thursday', 'friday', 'saturday']);
  });
});
