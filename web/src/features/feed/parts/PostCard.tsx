import { Button } from '@mantine/core';
import { IconRepeat, IconRosetteDiscountCheckFilled, IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession, type FeedPost } from '@/api';
import { paths, providerPath } from '@/app/paths';
import { useRatingText } from '@/ui';
import classes from './PostCard.module.css';
import { PostFrame } from './PostFrame';

/** One post of the feed. */
export function PostCard({ post }: { post: FeedPost }) {
  const { t } = useTranslation(['feed', 'ui']);
  const { ownerId } = useSession();
  const own = post.owner_id === ownerId;
  const page = providerPath(post.username || post.name);
  return (
    <PostFrame
      post={post}
      before={
        post.post_type === 'repost' && post.proxy_owner_name ? (
          <p className={classes.reposted}>
            <IconRepeat size={14} aria-hidden /> {t('reposted', { name: post.proxy_owner_name })}
          </p>
        ) : null
      }
      name={
        <Link to={page} className={classes.name}>
          {post.name}
          {post.manual_verification === 'verified' ? (
            <IconRosetteDiscountCheckFilled size={16} aria-label={t('ui:verified')} className={classes.verified} />
          ) : null}
        </Link>
      }
      about={post.expertise}
      aside={<Rating post={post} />}
    >
      <Button component={Link} to={own ? paths.myPosts : page} variant={own ? 'default' : 'filled'} className={classes.action}>
        {own ? t('manage') : t('book')}
      </Button>
    </PostFrame>
  );
}

function Rating({ post: { rating_all_avg, rating_client_size } }: { post: FeedPost }) {
  const { t } = useTranslation('feed');
  const ratingText = useRatingText();
  if (rating_client_size === 0 || !rating_all_avg) return null;
  const rating = ratingText(rating_all_avg);
  return (
    <span className={classes.rating} role="img" aria-label={t('rating', { rating })}>
      <IconStarFilled size={13} aria-hidden /> {rating} ({rating_client_size})
    </span>
  );
}
