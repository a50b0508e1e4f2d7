import { useTranslation } from 'react-i18next';
import type { FeedPost } from '@/api';
import { PostFrame } from '@/features/feed';
import { TimeAgo } from '@/ui';
import classes from './OwnPost.module.css';

/** Where a post stands: out, waiting for its time, kept back or put away. */
export function statusOf({ status, post_active, post_date }: FeedPost, now: Date) {
  if (status === 'archived' || status === 'draft') return status;
  return post_active === 'schedule' && new Date(post_date) > now ? 'scheduled' : 'active';
}

/** One of the provider's own posts. */
export function OwnPost({ post }: { post: FeedPost }) {
  const { t } = useTranslation('post');
  const status = statusOf(post, new Date());
  return (
    <PostFrame
      post={post}
      name={<strong>{post.name}</strong>}
      about={
        <>
          {post.expertise} · <TimeAgo instant={post.created_date} />
        </>
      }
      aside={
        <span className={classes.status} data-status={status}>
          {t(`status.${status}`)}
        </span>
      }
    />
  );
}
