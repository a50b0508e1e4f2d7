import { useCallback, useMemo } from 'react';

/**
 * The state of the rows after the loaded ones. A quick answer arrives before 'loading' is rendered, so `state` may not
 * change: an effect that loads by itself depends on the whole object, which is a new one after each answer.
 */
export interface More {
  state: 'waiting' | 'loading' | 'failed' | 'over';
  load: () => void;
  /** When the last page arrived (milliseconds since the epoch). */
  answeredAt?: number | undefined;
}

/** The part of an RTK Query infinite query that a paged list needs. */
export interface PagedResult<P> {
  currentData?: { pages: P[] } | undefined;
  isFetching: boolean;
  isError: boolean;
  error?: unknown;
  hasNextPage: boolean;
  isFetchNextPageError: boolean;
  fulfilledTimeStamp?: number | undefined;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

/** Removes duplicate rows and keeps the first: pages shift when rows are added meanwhile. */
export function distinctBy<T>(rows: readonly T[], idOf: (row: T) => string): T[] {
  const found = new Map<string, T>();
  for (const row of rows) if (!found.has(idOf(row))) found.set(idOf(row), row);
  return [...found.values()];
}

/** A paged list as one list, with the state of further pages. */
export function usePaged<P>(query: PagedResult<P>): {
  query: Omit<PagedResult<P>, 'currentData'> & { currentData: P[] | undefined };
  more: More;
} {
  const { currentData, hasNextPage, isFetching, isFetchNextPageError, fulfilledTimeStamp, fetchNextPage } = query;
  const load = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  // During a refetch RTK Query ignores a request for the next page: a caller would wait forever.
  const state = !hasNextPage ? 'over' : isFetching ? 'loading' : isFetchNextPageError ? 'failed' : 'waiting';
  const more = useMemo<More>(() => ({ state, load, answeredAt: fulfilledTimeStamp }), [state, load, fulfilledTimeStamp]);
  return { query: { ...query, currentData: currentData?.pages }, more };
}
