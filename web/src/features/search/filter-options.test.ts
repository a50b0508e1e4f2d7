import { describe, expect, it } from 'vitest';
import { countText, matchingOptions, optionsOf } from './filter-options';
import { searchOf } from './filters';

const none = searchOf(new URLSearchParams());
const facets = {
  complete: true,
  counted: 3,
  category: [{ value: 'legal', count: 2 }],
  country: [],
  city: [{ value: 'Köln', count: 1 }],
  delivery_mode: [],
  language: [],
  min_rating: [{ value: '4', count: 1 }],
};
const reference = {
  categories: [
    { value: 'wellness', label: '' },
    { value: 'legal', label: '' },
  ],
  regions: { DE: ['Koln', 'Berlin'] },
} as unknown as NonNullable<Parameters<typeof optionsOf>[2]>;

describe('the options of a filter', () => {
  it('begin with those that fit', () => {
    expect(optionsOf('category', facets, reference, none)).toEqual([
      { value: 'legal', count: 2 },
      { value: 'wellness', count: 0 },
    ]);
  });

  it('say nothing of what was not counted', () => {
    expect(optionsOf('category', { ...facets, complete: false }, reference, none)[1]?.count).toBeUndefined();
    expect(optionsOf('category', undefined, reference, none)[0]?.count).toBeUndefined();
    const many = Array.from({ length: 20 }, (_, index) => ({ value: `c${index}`, count: 1 }));
    expect(optionsOf('category', { ...facets, category: many }, reference, none).at(-1)?.count).toBeUndefined();
    expect([countText(57, true, 'en'), countText(1200, false, 'en')]).toEqual(['57', '≈ 1,200']);
  });

  it('keep the stars in order, and do not name a city twice', () => {
    expect(optionsOf('min_rating', facets, reference, none).map(({ value }) => value)).toEqual(['5', '4', '3', '2']);
    const cities = optionsOf('city', facets, reference, { ...none, country: 'DE' });
    expect(cities.map(({ value }) => value)).toEqual(['Köln', 'Berlin']);
  });

  it('are found without accents', () => {
    expect(matchingOptions([{ text: 'Köln' }, { text: 'Berlin' }], ' kol ')).toEqual([{ text: 'Köln' }]);
  });
});
