import { expect, it } from 'vitest';
import { restingHeight, sheetHeights } from './sheet-heights';

const heights = sheetHeights(200, 900);

it('a sheet rests at its whole height, at a tenth of the screen, or closed: whichever is nearest', () => {
  expect(heights).toEqual({ whole: 200, low: 90 });
  expect(restingHeight(180, heights)).toBe(200);
  expect(restingHeight(146, heights)).toBe(200);
  expect(restingHeight(140, heights)).toBe(90);
  expect(restingHeight(50, heights)).toBe(90);
  expect(restingHeight(40, heights)).toBe(0);
});

it('a sheet lower than a tenth of the screen has no lower height', () => {
  expect(sheetHeights(60, 900)).toEqual({ whole: 60, low: 60 });
});
