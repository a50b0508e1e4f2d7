import { useState } from 'react';
import type { FeedPost } from '@/api';
import { useGetFeedPostQuery } from '../api';

/**
 * A post as it is when a dialog about it opens: fetched anew, and the same from then on. News of it shall not take away
 * what is typed, and once it is deleted there is no such post.
 */
export function useOpenedPost(postId: string) {
  const query = useGetFeedPostQuery(postId, { refetchOnMountOrArgChange: true });
  const [since] = useState(() => Date.now());
  const [opened, setOpened] = useState<FeedPost>();
  // What is held from before is there at once, and may be old: only what was answered since counts.
  const isNew = !query.isFetching && (query.fulfilledTimeStamp ?? 0) >= since;
  if (!opened && isNew && query.currentData) setOpened(query.currentData.data);
  return { ...query, currentData: opened };
}
