import { expect, it } from 'vitest';
import { timeAhead, timeLeft } from './use-time-left';

const now = new Date('2026-11-21T12:00:00Z');
const left = (until: string) => timeLeft(new Date(until), now);

it('says whole units and never more time than there is', () => {
  expect(left('2026-11-23T12:00:00Z')).toEqual([2, 'day']);
  expect(left('2026-11-23T11:59:59Z')).toEqual([47, 'hour']);
  expect(left('2026-11-21T13:00:00Z')).toEqual([1, 'hour']);
  expect(left('2026-11-21T12:59:59Z')).toEqual([59, 'minute']);
  expect(left('2026-11-21T12:00:01Z')).toEqual([1, 'minute']);
});

it('says nothing once it is over, nor for no instant', () => {
  expect(left('2026-11-21T12:00:00Z')).toBeNull();
  expect(left('')).toBeNull();
});

it('counts the nights to a session, and on its own day the hours and minutes', () => {
  const friday = new Date(2026, 10, 27, 13, 20);
  const at = (date: number, hours: number) => timeAhead(new Date(2026, 10, date, hours), friday);
  expect(at(30, 9)).toEqual([3, 'day']);
  expect(at(28, 0)).toEqual([1, 'day']);
  expect(at(27, 18)).toEqual([4, 'hour']);
  expect(at(27, 13)).toBeNull();
});
