import { useMemo } from 'react';
import type { FeedPost, PostPage } from '@/api';
import { distinctBy, usePaged, type PagedResult } from '@/ui/use-paged';

/** A paged list of posts as one list, each post once, with the state of further pages. */
export function usePostPages(result: PagedResult<PostPage>) {
  const { query, more } = usePaged(result);
  const pages = query.currentData;
  const posts = useMemo<FeedPost[] | undefined>(
    () =>
      pages &&
      distinctBy(
        pages.flatMap((page) => page.posts),
        ({ post_id }) => post_id,
      ),
    [pages],
  );
  return { query: { ...query, currentData: posts }, more };
}
