import { Button } from '@mantine/core';
import { IconRepeat, IconRosetteDiscountCheckFilled, IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession, type FeedPost } from '@/api';
import { paths, providerPath } from '@/app/paths';
import { useRatingText } from '@/ui';
import { useBookingPostLink } from '../booking-post';
import classes from './PostCard.module.css';
import { PostFrame } from './PostFrame';

interface PostCardProps {
  post: FeedPost;
  onBook?: (() => void) | undefined;
}

/** One post of the feed. */
export function PostCard({ post, onBook }: PostCardProps) {
  const { t } = useTranslation(['feed', 'ui']);
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
      <Action post={post} onBook={onBook} />
    </PostFrame>
  );
}

/** The card's main button: booking its owner, or managing an own post. */
function Action({ post, onBook }: PostCardProps) {
  const { t } = useTranslation('feed');
  const { ownerId } = useSession();
  const bookingLink = useBookingPostLink();
  if (post.owner_id === ownerId) {
    return (
      <Button component={Link} to={paths.myPosts} variant="default" className={classes.action}>
        {t('manage')}
      </Button>
    );
  }
  return onBook ? (
    <Button className={classes.action} onClick={onBook}>
      {t('book')}
    </Button>
  ) : (
    <Button component={Link} {...bookingLink(post.post_id)} className={classes.action}>
      {t('book')}
    </Button>
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
