/** The search, as the address holds it and as the server is queried. */

import type { SearchQuery } from '@/api';

export const sortChoices = ['relevance', 'rating', 'price', 'newest'] as const;
export type Sort = (typeof sortChoices)[number];

/** The filters in the order of their chips, named as in the address and on the server. */
export const filterNames = [
  'category',
  'delivery_mode',
  'available_on',
  'free_from',
  'minutes',
  'country',
  'city',
  'min_rating',
  'max_cost',
  'language',
] as const;
export type FilterName = (typeof filterNames)[number];

/** What says when on the day there must be time: it needs the day. */
export const timesOfDay = ['free_from', 'minutes'] as const satisfies readonly FilterName[];

/** Empty values do not filter. */
export interface Search extends Readonly<Record<FilterName, string>> {
  readonly q: string;
  readonly sort: Sort;
}

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
const isAmount = (text: string) => /^\d{1,12}$/.test(text);
const isClock = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
const isLength = (text: string) => /^\d{1,4}$/.test(text) && Number(text) >= 5 && Number(text) <= 1440;
const isRating = (text: string) => /^[1-5]$/.test(text);

/** Invalid values in the address are ignored. */
const valid: Partial<Record<FilterName, (text: string) => boolean>> = {
  available_on: isDate,
  free_from: isClock,
  minutes: isLength,
  max_cost: isAmount,
  min_rating: isRating,
};

/** Reads the search from an address's parameters. */
export function searchOf(params: URLSearchParams): Search {
  const filter = (name: FilterName): string => {
    const value = params.get(name)?.trim() ?? '';
    return value && (valid[name]?.(value) ?? true) ? value : '';
  };
  const filters = Object.fromEntries(filterNames.map((name) => [name, filter(name)])) as Record<FilterName, string>;
  if (!filters.available_on) for (const name of timesOfDay) filters[name] = '';
  const sort = sortChoices.find((one) => one === params.get('sort')) ?? 'relevance';
  return { ...filters, q: params.get('q')?.trim() ?? '', sort };
}

/** The address's parameters with a part of the search changed; empty values are left out. */
export function changedParams(params: URLSearchParams, change: Partial<Search>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(change)) {
    if (value && !(name === 'sort' && value === 'relevance')) next.set(name, value);
    else next.delete(name);
  }
  if (!next.get('available_on')) for (const name of timesOfDay) next.delete(name);
  return next;
}

/** A search without text and filters. The order stays. */
export const noFilters: Partial<Search> = Object.fromEntries(['q', ...filterNames].map((name) => [name, '']));

/** The active filters of a search. */
export const activeFilters = (search: Search): FilterName[] => filterNames.filter((name) => search[name] !== '');

/** The server's query. `available_on` is a day on the viewer's clock. */
export function queryOf(search: Search, timezone: string): SearchQuery {
  const { q, category, country, city, language, sort } = search;
  const given = {
    q,
    category,
    country,
    city,
    language,
    deliveryMode: search.delivery_mode,
    availableOn: search.available_on,
    freeFrom: search.free_from,
  };
  const query: SearchQuery = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  if (search.max_cost) query.maxCost = Number(search.max_cost);
  if (search.min_rating) query.minRating = Number(search.min_rating);
  if (search.minutes) query.minutes = Number(search.minutes);
  if (search.available_on) query.timezone = timezone;
  if (sort !== 'relevance') query.sort = sort;
  return query;
}
