import { Button } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FeedPost } from '@/api';
import { Portrait, useRatingText } from '@/ui';
import { useBlock } from '../use-block';
import classes from './Report.module.css';

/** Whom the report is about, and blocking them. */
export function Reported({ post }: { post: FeedPost }) {
  const { t } = useTranslation(['safety', 'ui']);
  const rating = useRatingText();
  const { blocked, busy, toggle } = useBlock(post.owner_id);
  // Of a repost, expertise and rating are those of the original's owner.
  const own = post.post_type === 'post';
  const rated = own && post.rating_client_size > 0;
  return (
    <div className={classes.who}>
      <Portrait name={post.name} src={post.avatar} size={48} />
      <div className={classes.name}>
        <strong>{post.name}</strong>
        <small>
          <bdi>{(own && post.expertise) || (post.username ? `@${post.username}` : '')}</bdi>
        </small>
        {rated ? <small>{t('ui:rated', { rating: rating(post.rating_all_avg), count: post.rating_client_size })}</small> : null}
      </div>
      <Button variant="default" size="compact-md" leftSection={<IconBan size={16} aria-hidden />} loading={busy} aria-pressed={blocked} onClick={() => void toggle()}>
        {t(blocked ? 'unblock' : 'block')}
      </Button>
    </div>
  );
}
