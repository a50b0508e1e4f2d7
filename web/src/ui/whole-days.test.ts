import { describe, expect, it } from 'vitest';
import { wholeDays } from './whole-days';

describe('hours read as days', () => {
  it.each([
    [0, null],
    [24, null],
    [47, null],
    [48, 2],
    [50, null],
    [720, 30],
  ])('%i hours', (hours, days) => {
    expect(wholeDays(hours)).toBe(days);
  });
});
