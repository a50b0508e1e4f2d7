import type { FeedPost } from '@/api';

export type PostStatus = 'active' | 'scheduled' | 'draft' | 'archived' | 'hidden';

/** The status of a post: published, scheduled, draft, archived, or hidden by staff. */
export function statusOf({ status, post_active, post_date }: FeedPost, now: Date): PostStatus {
  if (status === 'archived' || status === 'draft' || status === 'hidden') return status;
  return post_active === 'schedule' && new Date(post_date) > now ? 'scheduled' : 'active';
}
