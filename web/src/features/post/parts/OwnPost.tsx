import { useTranslation } from 'react-i18next';
import type { FeedPost } from '@/api';
import { picturesOf, PictureSlider, shortened } from '@/features/feed';
import { Portrait, TimeAgo } from '@/ui';
import classes from './OwnPost.module.css';

/** Where a post stands: out, waiting for its time, kept back or put away. */
export function statusOf({ status, post_active, post_date }: FeedPost, now: Date) {
  if (status === 'archived' || status === 'draft') return status;
  return post_active === 'schedule' && new Date(post_date) > now ? 'scheduled' : 'active';
}

/** One of the provider's own posts. */
export function OwnPost({ post }: { post: FeedPost }) {
  const { t } = useTranslation(['post', 'feed']);
  const { text, cut } = shortened(post.repost_brief || post.post_brief);
  const status = statusOf(post, new Date());
  return (
    <article className={classes.card}>
      <PictureSlider names={picturesOf(post.media_name)} alt={text.slice(0, 80)} />
      <div className={classes.body}>
        <div className={classes.by}>
          <Portrait name={post.name} src={post.avatar} size={36} />
          <div className={classes.who}>
            <strong>{post.name}</strong>
            <small>
              {post.expertise} · <TimeAgo instant={post.created_date} />
            </small>
          </div>
          <span className={classes.status} data-status={status}>
            {t(`status.${status}`)}
          </span>
        </div>
        <p className={classes.brief}>
          {text}
          {cut ? <span className={classes.more}> {t('feed:more')}</span> : null}
        </p>
      </div>
    </article>
  );
}
