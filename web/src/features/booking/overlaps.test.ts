import { describe, expect, it } from 'vitest';
import type { BookingData } from '@/api';
import { overlapsOf } from './overlaps';

const NOW = new Date('2027-01-04T12:00:00Z');
const span = (from: string, to: string) => ({ provider_start_time: `2027-01-05T${from}:00Z`, provider_end_time: `2027-01-05T${to}:00Z` });

function booking(order_id: string, over: Partial<BookingData> = {}): BookingData {
  const times = { ...span('10:00', '11:00'), session_time: '[]' };
  return {
    order_id,
    request_status: 'accepted',
    complete_status: 'pending',
    name: 'Ivo Marin',
    guest_name: '',
    ...times,
    ...over,
  } as BookingData;
}

const found = (bookings: BookingData[], ...times: ReturnType<typeof span>[]) =>
  overlapsOf({ order: bookings.slice(0, 1), request: bookings.slice(1) }, times, 'the order itself', NOW).map(({ orderId }) => orderId);

describe('own appointments at a time', () => {
  it('are those that hold it, as client and as provider, but for the order itself', () => {
    const holding = [
      booking('ongoing', { request_status: 'ongoing' }),
      booking('pending', { request_status: 'pending' }),
      booking('accepted'),
      booking('the order itself'),
      booking('rejected', { request_status: 'rejected' }),
      booking('cancelled', { request_status: 'cancelled' }),
      booking('completed', { request_status: 'completed' }),
    ];
    expect(found(holding, span('10:30', '11:30'))).toEqual(['ongoing', 'pending', 'accepted']);
  });

  it('overlap by a minute, and do not by touching', () => {
    const one = [booking('one')];
    expect(found(one, span('09:00', '10:00'))).toEqual([]);
    expect(found(one, span('11:00', '12:00'))).toEqual([]);
    expect(found(one, span('09:00', '10:01'))).toEqual(['one']);
    expect(found(one, span('10:59', '12:00'))).toEqual(['one']);
    expect(found(one, span('09:00', '12:00'))).toEqual(['one']);
    expect(found(one)).toEqual([]);
  });

  it('are counted by session: not by one that is over, nor by the time between two', () => {
    const sessions = [
      { ...span('08:00', '09:00'), session_state: 'done' },
      { ...span('10:00', '11:00'), session_state: 'upcoming' },
      { ...span('15:00', '16:00'), session_state: 'upcoming' },
    ];
    const several = [booking('several', { session_time: JSON.stringify(sessions) })];
    expect(found(several, span('08:00', '09:00'), span('12:00', '14:00'))).toEqual([]);
    const both = overlapsOf({ order: [], request: several }, [span('15:30', '15:45'), span('10:30', '10:45')], '', NOW);
    expect(both).toEqual([
      { ...span('10:00', '11:00'), orderId: 'several', name: 'Ivo Marin', list: 'upcoming_schedule' },
      { ...span('15:00', '16:00'), orderId: 'several', name: 'Ivo Marin', list: 'upcoming_schedule' },
    ]);
  });
});
