import { describe, expect, it } from 'vitest';
import { addMonths, availabilityLevel, dateIn, monthOf, openDayAfter, partOfDay, weeksOf } from './calendar-days';

describe('the month', () => {
  it('knows its edges, in leap years too', () => {
    expect(monthOf('2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect(monthOf('2026-12-31')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  });

  it('steps over the year’s end', () => {
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-01');
    expect(addMonths('2027-01-15', -1)).toBe('2026-12-01');
  });

  it('starts weeks on the day that is asked for and fills them', () => {
    const weeks = weeksOf('2026-11-01');
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
    expect(weeksOf('2026-11-01', 6)[0]?.slice(0, 2)).toEqual([null, '2026-11-01']);
    expect(weeksOf('2026-11-01', 7)[0]?.[0]).toBe('2026-11-01');
    expect(weeks.flat().filter(Boolean)).toHaveLength(30);
    expect(weeks.every((week) => week.length === 7)).toBe(true);
  });
});

describe('the day', () => {
  it('is the viewer’s', () => {
    expect(dateIn(new Date('2026-11-21T23:30:00Z'), 'Asia/Kolkata')).toBe('2026-11-22');
    expect(partOfDay('2026-11-21T08:00:00Z', 'Asia/Kolkata')).toBe('afternoon');
    expect(partOfDay('2026-11-21T08:00:00Z', 'Europe/Berlin')).toBe('morning');
    expect(partOfDay('2026-11-21T23:30:00Z', 'Europe/London')).toBe('evening');
    expect(['00:00', '11:59', '12:00', '16:59', '17:00'].map((clock) => partOfDay(`2026-11-21T${clock}:00Z`, 'UTC'))).toEqual([
      'morning',
      'morning',
      'afternoon',
      'afternoon',
      'evening',
    ]);
  });

  it('is walked to past days without room', () => {
    const open = ['2026-11-23', '2026-11-26', '2026-11-30'];
    expect(openDayAfter('2026-11-23', 1, open)).toBe('2026-11-26');
    expect(openDayAfter('2026-11-23', 7, open)).toBe('2026-11-30');
    expect(openDayAfter('2026-11-23', -1, open)).toBeUndefined();
  });

  it('shows how much room it has', () => {
    expect(availabilityLevel(undefined)).toBe('none');
    expect(availabilityLevel({ date: '2026-11-21', slots: [] })).toBe('none');
  });
});
