import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeedPost } from '@/api';
import { Portrait } from '@/ui';
import { picturesOf, shortened } from '../shown-post';
import { PictureSlider } from './PictureSlider';
import classes from './PostFrame.module.css';

interface PostFrameProps {
  post: FeedPost;
  /** A line above the author. */
  before?: ReactNode;
  /** The author's name, as text or as a link. */
  name: ReactNode;
  /** A small line under the name. */
  about: ReactNode;
  /** At the end of the author's row. */
  aside?: ReactNode;
  /** Under the brief, at the card's foot. */
  children?: ReactNode;
}

/** What every post's card has: pictures, who says it, and the first of what is said. */
export function PostFrame({ post, before, name, about, aside, children }: PostFrameProps) {
  const { t } = useTranslation('feed');
  const { text, cut } = shortened(post.repost_brief || post.post_brief);
  return (
    <article className={classes.card}>
      <PictureSlider names={picturesOf(post.media_name)} alt={text.slice(0, 80)} />
      <div className={classes.body}>
        {before}
        <div className={classes.by}>
          <Portrait name={post.name} src={post.avatar} size={36} />
          <div className={classes.who}>
            {name}
            <small>{about}</small>
          </div>
          {aside}
        </div>
        <p className={classes.brief}>
          {text}
          {cut ? <span className={classes.more}> {t('more')}</span> : null}
        </p>
        {children}
      </div>
    </article>
  );
}
