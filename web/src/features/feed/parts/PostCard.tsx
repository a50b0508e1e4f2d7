import { Button } from '@mantine/core';
import { IconRepeat, IconRosetteDiscountCheckFilled, IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession, type FeedPost } from '@/api';
import { paths, providerPath } from '@/app/paths';
import { Portrait, useRatingText } from '@/ui';
import { picturesOf, shortened } from '../shown-post';
import classes from './PostCard.module.css';
import { PictureSlider } from './PictureSlider';

/** One post of the feed. */
export function PostCard({ post }: { post: FeedPost }) {
  const { t } = useTranslation(['feed', 'ui']);
  const ratingText = useRatingText();
  const { ownerId } = useSession();
  const own = post.owner_id === ownerId;
  const { text, cut } = shortened(post.repost_brief || post.post_brief);
  const page = providerPath(post.username || post.name);
  return (
    <article className={classes.card}>
      <PictureSlider names={picturesOf(post.media_name)} alt={text.slice(0, 80)} />
      <div className={classes.body}>
        {post.post_type === 'repost' && post.proxy_owner_name ? (
          <p className={classes.reposted}>
            <IconRepeat size={14} aria-hidden /> {t('reposted', { name: post.proxy_owner_name })}
          </p>
        ) : null}
        <div className={classes.by}>
          <Portrait name={post.name} src={post.avatar} size={36} />
          <div className={classes.who}>
            <Link to={page} className={classes.name}>
              {post.name}
              {post.manual_verification === 'verified' ? (
                <IconRosetteDiscountCheckFilled size={16} aria-label={t('ui:verified')} className={classes.verified} />
              ) : null}
            </Link>
            <small>{post.expertise}</small>
          </div>
          {post.rating_client_size > 0 && post.rating_all_avg ? (
            <span className={classes.rating} aria-label={t('rating', { rating: ratingText(post.rating_all_avg) })}>
              <IconStarFilled size={13} aria-hidden /> {ratingText(post.rating_all_avg)} ({post.rating_client_size})
            </span>
          ) : null}
        </div>
        <p className={classes.brief}>
          {text}
          {cut ? <span className={classes.more}> {t('more')}</span> : null}
        </p>
        {own ? (
          <Button component={Link} to={paths.myPosts} variant="default" className={classes.action}>
            {t('manage')}
          </Button>
        ) : (
          <Button component={Link} to={page} className={classes.action}>
            {t('book')}
          </Button>
        )}
      </div>
    </article>
  );
}
