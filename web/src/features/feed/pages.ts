import { useCallback, useMemo } from 'react';
import type { FeedPost, PostPage } from '@/api';
import type { More } from './parts/ListEnd';

interface PagedResult {
  currentData?: { pages: PostPage[] } | undefined;
  isFetching: boolean;
  isError: boolean;
  error?: unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

/** A list that comes page by page, as one list with what comes after it; each post once. */
export function usePages(query: PagedResult) {
  const { currentData, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const posts = useMemo(() => (currentData ? distinct(currentData.pages) : undefined), [currentData]);
  const load = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const state = isFetchingNextPage ? 'loading' : isFetchNextPageError ? 'failed' : hasNextPage ? 'waiting' : 'over';
  const more: More = useMemo(() => ({ state, load }), [state, load]);
  const { isFetching, isError, error, refetch } = query;
  return { query: { currentData: posts, isFetching, isError, error, refetch }, more };
}

/** What is posted while one reads moves the pages along: a post on two of them is shown where it comes first. */
function distinct(pages: readonly PostPage[]): FeedPost[] {
  const posts = new Map<string, FeedPost>();
  for (const page of pages) for (const post of page.posts) if (!posts.has(post.post_id)) posts.set(post.post_id, post);
  return [...posts.values()];
}
