import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { FeedPost } from '@/api';
import { AuthorLink, PostCardLayout, RepostedBy } from '@/features/feed';
import { formatLocale } from '@/i18n/format-locale';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { TimeAgo } from '@/ui';
import { statusOf } from '../post-status';
import classes from './OwnPostCard.module.css';

interface OwnPostCardProps {
  post: FeedPost;
  now: Date;
  onManage: () => void;
}

/** One of the provider's own posts with its status, and the manage button. */
export function OwnPostCard({ post, now, onManage }: OwnPostCardProps) {
  const { t } = useTranslation('post');
  const status = statusOf(post, now);
  return (
    <PostCardLayout
      post={post}
      before={<RepostedBy post={post} />}
      name={post.post_type === 'repost' ? <AuthorLink post={post} /> : <strong>{post.name}</strong>}
      about={
        <>
          {post.expertise} · <TimeAgo instant={status === 'active' ? post.post_date || post.created_date : post.created_date} />
        </>
      }
      aside={
        <span className={classes.status} data-status={status}>
          {t(`status.${status}`)}
        </span>
      }
    >
      {status === 'hidden' ? <HiddenNotice /> : null}
      {status === 'scheduled' ? <PublicationTime instant={post.post_date} /> : null}
      <Button variant="default" className={classes.manage} onClick={onManage}>
        {t(post.post_type === 'repost' ? 'manage.undoTitle' : 'manage.open')}
      </Button>
    </PostCardLayout>
  );
}

/** What the owner of a hidden post can do. */
function HiddenNotice() {
  const { t } = useTranslation('post');
  return (
    <p className={classes.hidden}>
      {t('hidden')} <Link to={`${paths.userRequest}?topic=appeal`}>{t('appeal')}</Link>
    </p>
  );
}

/** When a scheduled post comes out, on the viewer's clock. */
function PublicationTime({ instant }: { instant: string }) {
  const { t, i18n } = useTranslation('post');
  const time = new Date(instant).toLocaleString(formatLocale(i18n.language), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <p className={classes.time}>
      <time dateTime={instant}>{t('comesOut', { time })}</time>
    </p>
  );
}
