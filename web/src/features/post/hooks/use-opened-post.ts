import { useState } from 'react';
import type { FeedPost } from '@/api';
import { useGetFeedPostQuery } from '../api';

/**
 * A post as it is when a dialog opens: fetched anew, then frozen. Live updates must not overwrite typed text. A
 * deleted post counts as missing.
 */
export function useOpenedPost(postId: string) {
  const query = useGetFeedPostQuery(postId, { refetchOnMountOrArgChange: true });
  const [since] = useState(() => Date.now());
  const [opened, setOpened] = useState<FeedPost>();
  // Cached data may be old: only an answer that arrived after opening counts.
  const isNew = !query.isFetching && (query.fulfilledTimeStamp ?? 0) >= since;
  if (!opened && isNew && query.currentData) setOpened(query.currentData.data);
  return { ...query, currentData: opened };
}
