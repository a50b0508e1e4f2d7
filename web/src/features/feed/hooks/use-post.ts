import { useMemo } from 'react';
import { useStore } from 'react-redux';
import { asFailure, cachedPost, type FeedPost } from '@/api';
import { useGetFeedPostQuery } from '../api';

type State = Parameters<typeof cachedPost>[0];

/** An answer this old is asked for again, in seconds. What came with the page is younger. */
const freshFor = 10;

/** One post: first as a list holds it, then as the server returns it. */
export function usePost(postId: string) {
  const store = useStore<State>();
  const cached = useMemo(() => cachedPost(store.getState(), postId), [store, postId]);
  const query = useGetFeedPostQuery(postId, { skip: !postId, refetchOnMountOrArgChange: freshFor });
  const missing = query.isError && asFailure(query.error).kind === 'not_found';
  const post: FeedPost | undefined = missing ? undefined : (query.currentData?.data ?? cached);
  const { isFetching, isError, error, refetch } = query;
  return { query: { currentData: post, isFetching, isError, error, refetch }, missing };
}
