import { useState, type ReactNode } from 'react';
import type { FeedPost } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { Avatar } from '@/ui';
import { captionPieces, captionStart, textStart } from '../caption';
import { authorOf, briefLength } from '../post-model';
import { Caption } from './Caption';
import { PictureSlider } from './PictureSlider';
import classes from './PostCardLayout.module.css';
import { SeenBy } from './SeenBy';

interface PostCardLayoutProps {
  post: FeedPost;
  /** A line above the author. */
  before?: ReactNode;
  /** The author's name, as text or as a link. */
  name: ReactNode;
  /** Small lines under the name. */
  about: ReactNode;
  /** At the end of the author's row. */
  aside?: ReactNode;
  /** What '... more' and a tap on a picture do. Without it '... more' shows the whole brief on the card. */
  onMore?: () => void;
  /** Replaces pictures and brief. */
  cover?: ReactNode;
  /** Whether it is the first card of a screen. */
  first?: boolean;
  /** Below the brief, at the bottom of the card. */
  children?: ReactNode;
}

/** The layout of every post card: pictures, author, and the start of the brief. */
export function PostCardLayout({ post, before, name, about, aside, onMore, cover, first = false, children }: PostCardLayoutProps) {
  const author = authorOf(post);
  return (
    <article className={classes.card}>
      {cover ?? <PictureSlider post={post} alt={textStart(post.post_brief, 80)} first={first} onOpen={onMore} />}
      <div className={classes.body}>
        {before}
        <div className={classes.by}>
          <Avatar name={author.name} src={author.avatar} size={36} />
          <div className={classes.person}>
            {name}
            <small>{about}</small>
          </div>
          {aside}
        </div>
        <SeenBy post={post} />
        {cover ? null : <Brief brief={post.post_brief} onMore={onMore} />}
        {children}
      </div>
    </article>
  );
}

/** The first 190 characters; '... more' leads to the rest (product.md 2.7). */
function Brief({ brief, onMore }: { brief: string; onMore: (() => void) | undefined }) {
  const { t } = useTranslation('feed');
  const [all, setAll] = useState(false);
  const start = captionStart(brief, briefLength);
  const cut = start.cut && !all;
  return (
    <p className={classes.brief} dir="auto">
      <Caption pieces={all ? captionPieces(brief) : start.pieces} />
      {cut ? (
        <>
          {' '}
          <button type="button" className={classes.more} onClick={onMore ?? (() => setAll(true))}>
            {t('more')}
          </button>
        </>
      ) : null}
    </p>
  );
}
