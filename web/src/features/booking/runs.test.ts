import { describe, expect, it } from 'vitest';
import type { AppointmentInfo } from '@/api';
import { week } from '@/test/booked-provider';
import type { OfferedSlot } from './calendar-days';
import { adjoins, runsOf, spansOf } from './runs';

/** A quota slot of half an hour at this clock time of a Monday, UTC. */
function slot(clock: string, more: Partial<OfferedSlot> = {}): OfferedSlot {
  const start = `2027-01-04T${clock}:00Z`;
  const end = new Date(Date.parse(start) + (more.duration ?? 30) * 60_000).toISOString().replace('.000', '');
  return {
    appointment_slot_id: `quota-${clock}`,
    provider_start_time: start,
    provider_end_time: end,
    client_start_time: start,
    client_end_time: end,
    duration: 30,
    alias: '',
    long_enough: true,
    ...more,
  };
}

const hours = (buffer: string) => ({ ...week, monday_quota_buffer: buffer }) as unknown as AppointmentInfo;
const starts = (slots: readonly OfferedSlot[], needed: number, buffer = '0') =>
  [...runsOf([{ date: '2027-01-04', slots }], needed, hours(buffer))].map(([start, run]) => `${start.slice(11, 16)} ${run.length}`);

describe('the runs that a tap takes', () => {
  const row = ['09:00', '09:30', '10:00', '11:00'].map((clock) => slot(clock));

  it('begin where enough neighbouring slots are free, and are no longer than needed', () => {
    expect(starts(row, 60)).toEqual(['09:00 2', '09:30 2']);
    expect(starts(row, 80)).toEqual(['09:00 3']);
    expect(starts(row, 30)).toEqual(['09:00 1', '09:30 1', '10:00 1', '11:00 1']);
    expect(starts(row, 120)).toEqual([]);
  });

  it('follow the server, which says what is not long enough', () => {
    expect(
      starts(
        row.map((one) => ({ ...one, long_enough: false })),
        60,
      ),
    ).toEqual([]);
  });

  it('go over the provider’s buffer, and over no other gap', () => {
    const apart = ['09:00', '09:40', '10:20'].map((clock) => slot(clock));
    expect(starts(apart, 90, '10')).toEqual(['09:00 3']);
    expect(starts(apart, 90, '15')).toEqual([]);
    const custom = apart.map((one) => ({ ...one, appointment_slot_id: `custom-${one.provider_start_time}` }));
    expect(starts(custom, 60, '10')).toEqual([]);
    expect(adjoins(slot('09:00'), slot('09:40'), undefined)).toBe(false);
  });

  it('are one slot where one lasts long enough, also where starts overlap', () => {
    expect(
      starts(
        ['09:00', '09:15', '09:30'].map((clock) => slot(clock, { duration: 90 })),
        90,
      ),
    ).toEqual(['09:00 1', '09:15 1', '09:30 1']);
  });
});

describe('spans of time', () => {
  const spans = (...slots: OfferedSlot[]) => spansOf(slots, hours('0')).map((span) => span.length);

  it('are made of neighbouring slots that have one name', () => {
    expect(spans(slot('09:00'), slot('09:30'), slot('10:30'))).toEqual([2, 1]);
    expect(spans(slot('09:00', { alias: 'Early bird' }), slot('09:30'), slot('10:00'))).toEqual([1, 2]);
    expect(spans()).toEqual([]);
  });
});
