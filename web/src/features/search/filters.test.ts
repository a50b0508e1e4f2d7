import { describe, expect, it } from 'vitest';
import { activeFilters, changedParams, noFilters, queryOf, searchOf } from './filters';

const of = (text: string) => searchOf(new URLSearchParams(text));

describe('a search', () => {
  it('is what the address says, without what no chip could have written', () => {
    const search = of('q=+yoga+&category=legal&max_cost=cheap&min_rating=9&available_on=2026-13-40&sort=odd&other=1');
    expect(search).toMatchObject({ q: 'yoga', category: 'legal', max_cost: '', min_rating: '', available_on: '', sort: 'relevance' });
    expect(activeFilters(search)).toEqual(['category']);
  });

  it('asks the server for what narrows only', () => {
    expect(queryOf(of(''), 'UTC')).toEqual({});
    expect(queryOf(of('q=yoga&delivery_mode=remote&max_cost=50&min_rating=4&available_on=2026-11-23&sort=price'), 'Europe/Berlin')).toEqual(
      {
        q: 'yoga',
        deliveryMode: 'remote',
        maxCost: 50,
        minRating: 4,
        availableOn: '2026-11-23',
        timezone: 'Europe/Berlin',
        sort: 'price',
      },
    );
  });

  it('asks for a part of a day only with the day', () => {
    const evening = 'available_on=2026-11-23&free_from=17:00&minutes=60';
    expect(queryOf(of(evening), 'UTC')).toEqual({ availableOn: '2026-11-23', freeFrom: '17:00', minutes: 60, timezone: 'UTC' });
    expect(queryOf(of('free_from=17:00&minutes=60'), 'UTC')).toEqual({});
    expect(of('available_on=2026-11-23&free_from=25:00&minutes=4')).toMatchObject({ free_from: '', minutes: '' });
    expect(changedParams(new URLSearchParams(evening), { available_on: '' }).toString()).toBe('');
  });

  it('changes in part, and keeps its order when it is cleared', () => {
    const params = new URLSearchParams('q=yoga&category=legal&sort=price');
    expect(changedParams(params, { category: '', city: 'Lima' }).toString()).toBe('q=yoga&sort=price&city=Lima');
    expect(changedParams(params, noFilters).toString()).toBe('sort=price');
    expect(changedParams(params, { sort: 'relevance' }).has('sort')).toBe(false);
  });
});
