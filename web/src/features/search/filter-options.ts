import type { Facets } from '@/api';
import type { Reference } from '@/forms';
import { numberFormat } from '@/i18n/intl';
import type { FilterName, Search } from './filters';

/** The filters whose values are chosen from a list. */
export type ListedFilter = Exclude<FilterName, 'max_cost' | 'available_on'>;

export interface Option {
  readonly value: string;
  /** The number of results; undefined when unknown. */
  readonly count: number | undefined;
}

/** The server counts at most this many values of a filter; the rest is unknown. */
const maxCounted = 20;

/** The choices for the time at which an appointment may begin: every full hour of a long day. */
const beginnings = Array.from({ length: 16 }, (_, hour) => `${String(hour + 6).padStart(2, '0')}:00`);

/** The choices for how long there must be time, in minutes. */
const lengths = ['15', '30', '45', '60', '90', '120', '180', '240'];

/** The choices for minimum stars; one star would not filter. */
const ratings = ['5', '4', '3', '2'];

function allValues(name: ListedFilter, reference: Reference, search: Search): string[] {
  switch (name) {
    case 'category':
      return reference.categories.map(({ value }) => value);
    case 'delivery_mode':
      return reference.delivery_modes.map(({ value }) => value);
    case 'country':
      return reference.countries.map(({ countryCode }) => countryCode);
    case 'language':
      return reference.languages;
    case 'min_rating':
      return ratings;
    case 'free_from':
      return beginnings;
    case 'minutes':
      return lengths;
    case 'city':
      return search.country ? (reference.regions[search.country] ?? []) : [];
  }
}

const normalized = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/**
 * The choices of a filter: values with results first, most frequent first, then the others. Stars keep their order. A
 * value without a count has no results if all values were counted. `facets` must be those of the search without this
 * filter, or other values would seem empty.
 */
export function optionsOf(name: ListedFilter, facets: Facets | undefined, reference: Reference, search: Search): Option[] {
  // A search for a day counts nothing.
  if (name === 'free_from' || name === 'minutes') return allValues(name, reference, search).map((value) => ({ value, count: undefined }));
  const counted = facets?.[name] ?? [];
  const rest = facets?.complete && counted.length < maxCounted ? 0 : undefined;
  const known = new Set(counted.map(({ value }) => normalized(value)));
  const others = allValues(name, reference, search).filter((value) => !known.has(normalized(value)));
  const options = [...counted, ...others.map((value) => ({ value, count: rest }))];
  if (name === 'min_rating') return ratings.map((value) => options.find((option) => option.value === value) ?? { value, count: rest });
  return options;
}

/** The options whose text contains the typed text, ignoring case and accents. */
export function matchingOptions<T extends { readonly text: string }>(options: readonly T[], typed: string): T[] {
  const searched = normalized(typed.trim());
  return options.filter(({ text }) => normalized(text).includes(searched));
}

/** '57', or '≈ 1,200' when there are too many to count. */
export function countText(count: number, complete: boolean, locale: string): string {
  const text = numberFormat(locale).format(count);
  return complete ? text : `≈ ${text}`;
}
