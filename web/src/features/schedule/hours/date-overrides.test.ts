import { describe, expect, it } from 'vitest';
import type { DateOverride } from '@/api';
import { daysText, newOverride, overrideFields, overridesFrom, upcomingOverrides } from './date-overrides';
import { weekFrom } from './weekly-hours';

const saved: DateOverride = {
  date: '2026-12-24',
  end_date: '2026-12-26',
  note: 'Holiday',
  window_status: 'open',
  window_type: 'quota',
  quota_start_time: '10:00',
  quota_end_time: '12:00',
  quota_time_off: [],
  quota_duration: '20',
  quota_buffer: '0',
  flexible_step: '15',
  custom_slots: [],
};

describe('days that differ', () => {
  it('are sent as they were kept', () => {
    const { custom_slots: none, flexible_step: unused, ...quota } = saved;
    expect([none, unused]).toEqual([[], '15']);
    expect(overridesFrom([saved]).map(overrideFields)).toEqual([quota]);
  });

  it('send no hours when they are closed', () => {
    const [entry] = overridesFrom([{ ...saved, window_status: 'closed' }]);
    expect(entry && overrideFields(entry)).toEqual({
      date: '2026-12-24',
      end_date: '2026-12-26',
      note: 'Holiday',
      window_status: 'closed',
    });
  });

  it('begin as a day off with the hours of their weekday behind', () => {
    const week = weekFrom({ thursday_quota_start_time: '07:00' });
    expect(newOverride('2026-12-24', week)).toMatchObject({ endDate: '2026-12-24', window: { status: 'closed', start: '07:00' } });
  });

  it('are listed from the earliest, without those that are over', () => {
    const days = overridesFrom([
      { ...saved, date: '2027-01-02', end_date: '2027-01-02' },
      saved,
      { ...saved, date: '2026-11-01', end_date: '2026-11-20' },
    ]);
    expect(upcomingOverrides(days, '2026-11-21').map(({ date }) => date)).toEqual(['2026-12-24', '2027-01-02']);
    expect(upcomingOverrides(days, '2026-12-26')).toHaveLength(2);
  });

  it('are named by their first and last day', () => {
    expect(daysText({ date: '2026-12-24', endDate: '2026-12-24' }, 'en-GB')).toMatch(/24 Dec(ember)? 2026/);
    expect(daysText({ date: '2026-12-24', endDate: '2026-12-26' }, 'en-GB')).toMatch(/24.*26/);
  });
});
