import { expect, it } from 'vitest';
import { moveFields, sessionOfEvent, withMove } from './moves';

const moved = {
  id: '1:agreed:1',
  orderId: '1',
  position: 2,
  start: new Date('2027-01-05T23:30:00Z'),
  end: new Date('2027-01-06T01:00:00Z'),
};

it('is sent on the provider’s clock, with its whole length', () => {
  expect(moveFields(moved, 'UTC')).toEqual({
    iv_order_id: '1',
    iv_session_position: 2,
    iv_date: '2027-01-05',
    iv_start_time: '23:30',
    iv_duration: 90,
  });
  expect(moveFields(moved, 'Asia/Tokyo')).toMatchObject({ iv_date: '2027-01-06', iv_start_time: '08:30' });
});

it('is shown where it was dragged to, and no other session is', () => {
  const events = ['1:agreed:0', '1:agreed:1'].map((id) => ({ id, start: 'then', end: 'then' }));
  expect(withMove(events, moved)).toEqual([
    events[0],
    { id: '1:agreed:1', start: '2027-01-05T23:30:00.000Z', end: '2027-01-06T01:00:00.000Z' },
  ]);
  expect(withMove(events, null)).toEqual(events);
});

it('knows order and session by the id of the event', () => expect(sessionOfEvent('1:agreed:1')).toEqual({ orderId: '1', position: 2 }));
