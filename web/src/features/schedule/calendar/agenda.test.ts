import { expect, it } from 'vitest';
import type { BookingData } from '@/api';
import { agendaDays } from './agenda';

const now = new Date(2026, 10, 27, 12);
const at = (day: number, hour: number) => new Date(2026, 10, day, hour);

function booking(order_id: string, start: Date, over: Partial<BookingData> = {}): BookingData {
  const provider_start_time = start.toISOString();
  const provider_end_time = new Date(start.getTime() + 3_600_000).toISOString();
  return {
    order_id,
    name: order_id,
    guest_name: '',
    request_status: 'accepted',
    complete_status: 'pending',
    provider_start_time,
    provider_end_time,
    session_time: '[]',
    ...over,
  } as BookingData;
}

const span = { from: at(27, 0), to: at(29, 0) };
const shown = (bookings: readonly BookingData[], withOff = false) =>
  agendaDays(bookings, span, now, withOff).map(({ date, sessions }) => [date.getDate(), ...sessions.map(({ name }) => name)]);

it('groups the sessions of the span by day, in order of time', () => {
  expect(shown([booking('late', at(28, 15)), booking('first', at(27, 9)), booking('early', at(28, 8))])).toEqual([
    [27, 'first'],
    [28, 'early', 'late'],
  ]);
});

it('leaves out what lies beside the span, whose end belongs to it no more', () => {
  expect(shown([booking('before', new Date(at(27, 0).getTime() - 1)), booking('midnight', at(27, 0)), booking('end', at(29, 0))])).toEqual([
    [27, 'midnight'],
  ]);
});

it('hides what is cancelled or declined until it is asked for', () => {
  const off = [
    booking('gone', at(28, 9), { request_status: 'cancelled' }),
    booking('declined', at(28, 10), { request_status: 'rejected' }),
  ];
  expect(shown(off)).toEqual([]);
  expect(shown(off, true)).toEqual([[28, 'gone', 'declined']]);
});
