import { expect, it } from 'vitest';
import { timeLeft } from './use-time-left';

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
