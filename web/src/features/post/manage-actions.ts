import type { FeedPost } from '@/api';
import { statusOf, type PostStatus } from './post-status';

/** What can become of an own post; all but `edit` are the server's own words. */
export type ManageAction = 'edit' | 'archive' | 'restore' | 'delete';

const byStatus: Readonly<Record<PostStatus, readonly ManageAction[]>> = {
  active: ['archive', 'delete'],
  archived: ['restore', 'delete'],
  draft: ['edit', 'delete'],
  scheduled: ['edit', 'delete'],
  // What the staff hide only they can show again.
  hidden: ['delete'],
};

/** What is offered for a post as it stands; a repost can only be undone. */
export function actionsFor(post: FeedPost, now: Date): readonly ManageAction[] {
  return post.post_type === 'repost' ? ['delete'] : byStatus[statusOf(post, now)];
}
