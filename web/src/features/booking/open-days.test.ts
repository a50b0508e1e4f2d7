import { describe, expect, it } from 'vitest';
import type { AppointmentInfo } from '@/api';
import { isOpenDay } from './open-days';
import { clocksDiffer, instantOf, zoneCity } from './time-zones';

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Open from nine to five, closed on Sundays. */
const week = (over: Record<string, unknown> = {}): AppointmentInfo =>
  ({
    provider_id: 'p',
    timezone: 'America/New_York',
    minimum_notice: '0',
    booking_horizon: '0',
    answer_hours: '48',
    date_overrides: [],
    ...Object.fromEntries(
      days.flatMap((day) => [
        [`${day}_window_type`, 'quota'],
        [`${day}_window_status`, day === 'sunday' ? 'closed' : 'open'],
        [`${day}_quota_start_time`, '09:00'],
        [`${day}_quota_end_time`, '17:00'],
        [`${day}_custom_slots`, []],
      ]),
    ),
    ...over,
  }) as unknown as AppointmentInfo;

const today = '2026-11-01';

describe('a zone', () => {
  it('is resolved on both sides of a clock change', () => {
    expect(new Date(instantOf('2027-03-13', 540, 'America/New_York')).toISOString()).toBe('2027-03-13T14:00:00.000Z');
    expect(new Date(instantOf('2027-03-14', 540, 'America/New_York')).toISOString()).toBe('2027-03-14T13:00:00.000Z');
    expect(new Date(instantOf('2026-11-21', 0, 'Asia/Kolkata')).toISOString()).toBe('2026-11-20T18:30:00.000Z');
  });

  it('goes by what its place is called today, and is told from another by its clock', () => {
    expect(zoneCity('America/New_York')).toBe('New York');
    expect(zoneCity('Asia/Calcutta')).toBe('Kolkata');
    expect(clocksDiffer('Europe/Berlin', 'Europe/Paris', '2026-11-21T09:00:00Z')).toBe(false);
    expect(clocksDiffer('Europe/Berlin', 'Europe/London', '2026-11-21T09:00:00Z')).toBe(true);
  });
});

describe('a day', () => {
  it('is open where the weekday has hours', () => {
    const open = (date: string) => isOpenDay(week(), date, 'America/New_York', today);
    expect(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map(open)).toEqual([true, true, false, true]);
  });

  it('is open to a viewer far away where the hours reach past midnight there', () => {
    // Saturday's hours in New York end at three on Sunday morning in Kolkata; Sunday's would begin on Sunday evening.
    expect(isOpenDay(week(), '2026-11-22', 'Asia/Kolkata', today)).toBe(true);
    expect(isOpenDay(week({ saturday_quota_end_time: '13:00' }), '2026-11-22', 'Asia/Kolkata', today)).toBe(false);
  });

  it('is closed when nothing is left of its custom slots, when it differs, has passed, or lies too far ahead', () => {
    const on = (hours: AppointmentInfo, date = '2026-11-20') => isOpenDay(hours, date, 'America/New_York', today);
    expect(on(week({ friday_window_type: 'custom' }))).toBe(false);
    const closed = { date: '2026-11-19', end_date: '2026-11-20', window_status: 'closed' };
    expect(on(week({ date_overrides: [closed] }))).toBe(false);
    expect(on(week({ date_overrides: [closed] }), '2026-11-21')).toBe(true);
    expect(on(week(), '2026-10-30')).toBe(false);
    expect(on(week({ booking_horizon: '7' }))).toBe(false);
    expect(on(week({ booking_horizon: '30' }))).toBe(true);
  });
});
