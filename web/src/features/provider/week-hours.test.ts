import { describe, expect, it } from 'vitest';
import type { AppointmentInfo } from '@/api';
import { hoursRange } from '@/features/booking';
import { openingsOf, WEEKDAYS } from './week-hours';

const NOW = new Date('2026-11-25T12:00:00Z');
const closed = WEEKDAYS.map((day) => [`${day}_window_status`, 'closed'] as const);
const quota = (day: string, start: string, end: string) => ({
  [`${day}_window_status`]: 'open',
  [`${day}_window_type`]: 'quota',
  [`${day}_quota_start_time`]: start,
  [`${day}_quota_end_time`]: end,
});

function hours(timezone: string, ...days: object[]): AppointmentInfo {
  return Object.assign({ timezone }, Object.fromEntries(closed), ...days) as AppointmentInfo;
}

function shown(window: AppointmentInfo, timezone: string, locale: string) {
  const days = [...openingsOf(window, timezone, NOW)];
  return Object.fromEntries(
    days.map(([day, ranges]) => [day, ranges.map(({ start, end }) => hoursRange(start, end, timezone, locale)).join(', ')]),
  );
}

const plain = (days: Record<string, string>) => JSON.parse(JSON.stringify(days).replace(/[\u202f\u00a0]/g, ' ')) as unknown;

describe('the hours of a week', () => {
  const here = hours('America/New_York', quota('monday', '09:00', '17:30'), quota('friday', '20:00', '24:00'));

  it('are as they are meant, in the form of the language and its clock', () => {
    expect(plain(shown(here, 'America/New_York', 'en-US'))).toEqual({ monday: '9 AM – 5:30 PM', friday: '8 PM – 12 AM' });
    expect(plain(shown(here, 'America/New_York', 'fr'))).toEqual({ monday: '9:00 – 17:30', friday: '20:00 – 0:00' });
  });

  it('stand on each day of the viewer on which they are open', () => {
    expect(plain(shown(here, 'Asia/Kolkata', 'en-US'))).toEqual({
      monday: '7:30 PM – 12 AM',
      tuesday: '12 AM – 4 AM',
      saturday: '6:30 AM – 10:30 AM',
    });
  });

  it('are in order, and those that touch are one', () => {
    const berlin = hours('Europe/Berlin', quota('saturday', '00:00', '24:00'), quota('friday', '09:00', '17:00'));
    expect(plain(shown(berlin, 'America/New_York', 'en-GB'))).toEqual({ friday: '3:00 – 11:00, 18:00 – 0:00', saturday: '0:00 – 18:00' });
    const always = WEEKDAYS.map((day) => quota(day, '00:00', '24:00'));
    const everyDay = plain(shown(hours('Europe/Berlin', ...always), 'America/New_York', 'en-GB'));
    expect(everyDay).toEqual(Object.fromEntries(WEEKDAYS.map((day) => [day, '0:00 – 0:00'])));
  });

  it('of custom slots reach from the first to the last', () => {
    const slots = [
      { startTime: '14:00', endTime: '15:00' },
      { startTime: '08:30', endTime: '09:00' },
    ];
    const custom = { sunday_window_status: 'open', sunday_window_type: 'custom', sunday_custom_slots: slots };
    expect(plain(shown(hours('UTC', custom), 'UTC', 'en-GB'))).toEqual({ sunday: '8:30 – 15:00' });
    expect(shown(hours('UTC', { ...custom, sunday_custom_slots: [] }), 'UTC', 'en-GB')).toEqual({});
  });
});
