import { expect, it } from 'vitest';
import { daysAfter, noonOf, readDate, weekOf } from './dates';

it('has the week that a day lies in, by the reader’s first day', () => {
  expect(weekOf('2026-11-27', 1)).toEqual([
    '2026-11-23',
    '2026-11-24',
    '2026-11-25',
    '2026-11-26',
    '2026-11-27',
    '2026-11-28',
    '2026-11-29',
  ]);
  expect(weekOf('2026-11-27', 7)[0]).toBe('2026-11-22');
  expect(weekOf('2026-11-29', 1).at(-1)).toBe('2026-11-29');
  expect(weekOf('2026-11-28', 6)[0]).toBe('2026-11-28');
});

it('goes on over months, years and changes of clocks', () => {
  expect(daysAfter('2026-12-31', 1)).toBe('2027-01-01');
  expect(daysAfter('2026-10-25', 1)).toBe('2026-10-26');
  expect(daysAfter('2027-03-01', -1)).toBe('2027-02-28');
});

it('takes no other text of the address for a day', () => {
  expect(readDate('2026-11-27')).toBe('2026-11-27');
  for (const text of [null, '', 'today', '2026-02-30', '2026-13-01', '1999-01-01', '2026-11-27T10:00']) expect(readDate(text)).toBeNull();
});

it('finds the day again on the viewer’s clock', () => {
  expect(noonOf('2026-11-27').toDateString()).toBe('Fri Nov 27 2026');
});
