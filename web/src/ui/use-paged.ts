import { useCallback, useMemo } from 'react';

/** What comes after the rows that are there: more of them, or nothing. */
export interface More {
  state: 'waiting' | 'loading' | 'failed' | 'over';
  load: () => void;
}

/** The part of an RTK Query infinite query that a list in pages is read from. */
export interface PagedResult<P> {
  currentData?: { pages: P[] } | undefined;
  isFetching: boolean;
  isError: boolean;
  error?: unknown;
  hasNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

/** Rows of which each stands once, where it comes first: what happens while one reads moves the pages along. */
export function distinctBy<T>(rows: readonly T[], idOf: (row: T) => string): T[] {
  const found = new Map<string, T>();
  for (const row of rows) if (!found.has(idOf(row))) found.set(idOf(row), row);
  return [...found.values()];
}

/** A list that comes page by page, as one list with what comes after it. */
export function usePaged<P>(query: PagedResult<P>): { query: Omit<PagedResult<P>, 'currentData'> & { currentData: P[] | undefined }; more: More } {
  const { currentData, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const load = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  // While the list is fetched anew a further page would not be: who asks then asks for nothing, and waits for ever.
  const state = !hasNextPage ? 'over' : isFetching ? 'loading' : isFetchNextPageError ? 'failed' : 'waiting';
  const more = useMemo<More>(() => ({ state, load }), [state, load]);
  return { query: { ...query, currentData: currentData?.pages }, more };
}
