import { IconEyeOff, IconHeart, IconUsers } from '@tabler/icons-react';
import type { FeedPost } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import classes from './SeenBy.module.css';

/** Who sees a post, where that is not everybody (product.md 6.2). */
export function SeenBy({ post: { post_audience, post_mature } }: { post: Pick<FeedPost, 'post_audience' | 'post_mature'> }) {
  const { t } = useTranslation('feed');
  const isMature = post_mature === 'yes';
  if (post_audience === 'all' && !isMature) return null;
  const AudienceIcon = post_audience === 'trusted' ? IconHeart : IconUsers;
  return (
    <p className={classes.seenBy}>
      {post_audience === 'all' ? null : (
        <span>
          <AudienceIcon size={14} aria-hidden /> {t(`seenBy.${post_audience}`)}
        </span>
      )}
      {isMature ? (
        <span>
          <IconEyeOff size={14} aria-hidden /> {t('seenBy.mature')}
        </span>
      ) : null}
    </p>
  );
}
