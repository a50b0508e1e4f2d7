import { memo, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconRepeat, IconRosetteDiscountCheckFilled, IconStarFilled } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useSession, type FeedPost } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { providerPath, usePostDialogs } from '@/routing';
import { TimeAgo, useRatingText } from '@/ui';
import { useMatureCover } from '../hooks/use-mature-cover';
import { authorOf, rightsOn } from '../post-model';
import { MatureCover } from './MatureCover';
import { PostActions } from './PostActions';
import classes from './PostCard.module.css';
import { PostCardLayout } from './PostCardLayout';

interface PostCardProps {
  post: FeedPost;
  /** What 'Book appointment' does on the owner's own page. Default: opens the owner's booking dialog. */
  onBook?: (() => void) | undefined;
  /** Whether it is the first card of a screen. */
  first?: boolean;
}

/** One post of the feed. Memoized: it re-renders only when the post changes, not with its list. */
export const PostCard = memo(function PostCard({ post, onBook, first = false }: PostCardProps) {
  const { ownerId } = useSession();
  const dialogs = usePostDialogs();
  const mature = useMatureCover(post, rightsOn(post, ownerId).managed !== null);
  return (
    <PostCardLayout
      post={post}
      first={first}
      before={<RepostedBy post={post} />}
      name={<AuthorLink post={post} />}
      about={<AboutAuthor post={post} />}
      onMore={() => dialogs.show(post.post_id, 'full')}
      {...(mature.covered ? { cover: <MatureCover onOpen={mature.open} /> } : {})}
    >
      <div className={classes.foot}>
        <PostActions post={post} />
        <PrimaryAction post={post} onBook={onBook} />
      </div>
    </PostCardLayout>
  );
});

/** Who reposted it, and their comment. */
export function RepostedBy({ post }: { post: FeedPost }) {
  const { t } = useTranslation('feed');
  if (post.post_type !== 'repost') return null;
  return (
    <div className={classes.reposted}>
      <p>
        <IconRepeat size={14} aria-hidden /> <Link to={providerPath(post.username || post.name)}>{t('reposted', { name: post.name })}</Link>
      </p>
      {post.repost_brief ? (
        <p className={classes.repostBrief} dir="auto">
          {post.repost_brief}
        </p>
      ) : null}
    </div>
  );
}

/** The author's name, which links to their page. */
export function AuthorLink({ post }: { post: FeedPost }) {
  const { t } = useTranslation('ui');
  const author = authorOf(post);
  return (
    <Link to={providerPath(author.username || author.name)} className={classes.name}>
      <span>{author.name}</span>
      {post.manual_verification === 'verified' ? (
        <IconRosetteDiscountCheckFilled size={16} aria-label={t('verified')} className={classes.verified} />
      ) : null}
    </Link>
  );
}

/** The author's expertise and rating, and when the post was published. */
export function AboutAuthor({ post }: { post: FeedPost }) {
  return (
    <Expertise post={post}>
      <Rating post={post} />
      <span aria-hidden>·</span>
      <TimeAgo instant={post.post_date || post.created_date} />
    </Expertise>
  );
}

/** The author's expertise on lines of its own, above what gives way where there is no room. */
export function Expertise({ post, children }: { post: FeedPost; children: ReactNode }) {
  return (
    <>
      {post.expertise ? <bdi className={classes.expertise}>{post.expertise}</bdi> : null}
      <span className={classes.facts}>{children}</span>
    </>
  );
}

interface PrimaryActionProps extends Omit<PostCardProps, 'first'> {
  /** The button is inside a dialog: what it opens replaces that dialog. */
  instead?: boolean;
  /** The label when the button books. */
  label?: string;
}

/** The main button: books the author, or manages the user's own post. */
export function PrimaryAction({ post, onBook, instead = false, label }: PrimaryActionProps) {
  const { t } = useTranslation('feed');
  const { ownerId } = useSession();
  const { bookLink, dialogLink } = usePostDialogs();
  const { managed } = rightsOn(post, ownerId);
  if (managed) {
    return (
      <Button component={Link} {...dialogLink('manage_post', managed, instead)} variant="default" className={classes.action}>
        {t(managed === post.post_id ? 'manage' : 'manageOriginal')}
      </Button>
    );
  }
  // `onBook` belongs to whoever posted; for a repost, the button books the original's owner.
  const here = post.post_type === 'repost' ? undefined : onBook;
  return here ? (
    <Button className={classes.action} onClick={here}>
      {t('book')}
    </Button>
  ) : (
    <Button component={Link} {...bookLink(post.post_id, instead)} className={classes.action}>
      {label ?? t('book')}
    </Button>
  );
}

/** The author's average rating and the number of ratings, or that there are none yet. */
function Rating({ post: { rating_all_avg, rating_client_size } }: { post: FeedPost }) {
  const { t } = useTranslation('ui');
  const ratingText = useRatingText();
  if (rating_client_size === 0 || !rating_all_avg) return <span className={classes.rating}>{t('noRatings')}</span>;
  const rating = ratingText(rating_all_avg);
  return (
    <span className={classes.rating} role="img" aria-label={t('rated', { rating, count: rating_client_size })}>
      <IconStarFilled size={14} aria-hidden /> {rating} ({rating_client_size})
    </span>
  );
}
