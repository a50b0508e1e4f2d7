import type { FeedPost } from '@/api';
import { statusOf, type PostStatus } from './post-status';

/** The actions on a post; all except `edit` are the server's words. */
export type ManageAction = 'edit' | 'archive' | 'restore' | 'delete';

const byStatus: Readonly<Record<PostStatus, readonly ManageAction[]>> = {
  active: ['archive', 'delete'],
  archived: ['restore', 'delete'],
  draft: ['edit', 'delete'],
  scheduled: ['edit', 'delete'],
  // A post that staff hid can only be shown again by staff.
  hidden: ['delete'],
};

/** The actions offered for a post in its current status. A repost can only be undone. */
export function actionsFor(post: FeedPost, now: Date): readonly ManageAction[] {
  return post.post_type === 'repost' ? ['delete'] : byStatus[statusOf(post, now)];
}
