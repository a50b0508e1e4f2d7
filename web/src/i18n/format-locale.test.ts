import { expect, it } from 'vitest';
import { firstWeekdayOf } from './format-locale';

it.each([
  ['en-US', 7],
  ['en-GB', 1],
  ['fr', 1],
  ['ar-EG', 6],
])('a week begins where %s says', (locale, first) => {
  expect(firstWeekdayOf(locale)).toBe(first);
});
