import { describe, expect, it } from 'vitest';
import { editingSize } from './scale-picture';

describe('the size a picture is edited in', () => {
  it('keeps the proportions of what is too large or too small', () => {
    expect(editingSize({ width: 4000, height: 3000 })).toEqual({ width: 1600, height: 1200 });
    expect(editingSize({ width: 200, height: 160 })).toEqual({ width: 800, height: 640 });
    expect(editingSize({ width: 900, height: 700 })).toEqual({ width: 900, height: 700 });
  });

  it('leaves no side without a pixel', () => {
    expect(editingSize({ width: 20_000, height: 2 })).toEqual({ width: 1600, height: 1 });
  });
});
