import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useSession, type FeedPost } from '@/api';
import { useCommentPagesInfiniteQuery } from '@/api/comments';
import { CircleAction } from '@/features/circle';
import { useTranslation } from '@/i18n/use-translation';
import { providerPath, tagFeedPath, usePostDialogs } from '@/routing';
import { Avatar } from '@/ui';
import { captionPieces, captionStart, textStart } from '../../caption';
import { Caption } from '../../components/Caption';
import { MatureCover } from '../../components/MatureCover';
import { PictureSlider } from '../../components/PictureSlider';
import { PostActions } from '../../components/PostActions';
import { AboutAuthor, AuthorLink, PrimaryAction, RepostedBy } from '../../components/PostCard';
import { SeenBy } from '../../components/SeenBy';
import { useMatureCover } from '../../hooks/use-mature-cover';
import { useMembersOnly } from '../../hooks/use-members-only';
import { authorOf, briefLength, contentId, rightsOn, tagsOf } from '../../post-model';
import classes from './PostDetail.module.css';

/** The whole post: pictures, author, full caption and actions. */
export function PostDetail({ post }: { post: FeedPost }) {
  const { ownerId } = useSession();
  const author = authorOf(post);
  const mature = useMatureCover(post, rightsOn(post, ownerId).managed !== null);
  return (
    <article className={classes.post}>
      <div className={classes.pictures}>
        {mature.covered ? (
          <MatureCover onOpen={mature.open} />
        ) : (
          <PictureSlider post={post} alt={textStart(post.post_brief, 80)} full first />
        )}
      </div>
      <RepostedBy post={post} />
      <div className={classes.by}>
        <Avatar name={author.name} src={author.avatar} size={44} />
        <div>
          <AuthorLink post={post} />
          <small>
            <AboutAuthor post={post} />
          </small>
        </div>
      </div>
      <SeenBy post={post} />
      {mature.covered ? null : <CaptionAndTags post={post} />}
      <PostActions post={post} inView />
      <Reposters post={post} />
      <DetailActions post={post} />
    </article>
  );
}

/** The caption, shortened at first as on a card, and its tags. */
function CaptionAndTags({ post }: { post: FeedPost }) {
  const { t } = useTranslation('feed');
  const [all, setAll] = useState(false);
  const { pieces, cut } = captionStart(post.post_brief, briefLength);
  const tags = tagsOf(post.tags);
  return (
    <>
      <p className={classes.caption} dir="auto">
        <Caption pieces={all ? captionPieces(post.post_brief) : pieces} />
        {cut && !all ? (
          <>
            {'… '}
            <button type="button" className={classes.showAll} onClick={() => setAll(true)}>
              {t('showAll')}
            </button>
          </>
        ) : null}
      </p>
      {tags.length ? (
        <ul className={classes.tags} aria-label={t('tags')}>
          {tags.map((tag) => (
            <li key={tag}>
              <Link to={tagFeedPath(tag)} dir="auto">
                #{tag}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** Who reposted it, latest first. */
function Reposters({ post }: { post: FeedPost }) {
  const { t } = useTranslation('feed');
  const { data } = useCommentPagesInfiniteQuery(contentId(post));
  const reposts = data?.pages[0]?.all_reposts ?? [];
  if (!reposts.length) return null;
  return (
    <section className={classes.reposters}>
      <h2>{t('reposters')}</h2>
      <ul>
        {reposts.map((repost) => (
          <li key={repost.post_id}>
            <Avatar name={repost.name} src={repost.avatar} size={28} />
            <Link to={providerPath(repost.username || repost.name)}>{repost.name}</Link>
            {repost.repost_brief ? <span dir="auto">{repost.repost_brief}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function DetailActions({ post }: { post: FeedPost }) {
  const { t } = useTranslation('feed');
  const { ownerId } = useSession();
  const { show } = usePostDialogs();
  const membersOnly = useMembersOnly();
  const rights = rightsOn(post, ownerId);
  const author = authorOf(post);
  return (
    <div className={classes.buttons}>
      {rights.repost ? (
        <Button
          variant="default"
          leftSection={<IconRepeat size={18} aria-hidden />}
          onClick={() => membersOnly('guestAction', () => show(post.post_id, 'repost', true))}
        >
          {t('repostContent')}
        </Button>
      ) : null}
      <CircleAction providerId={author.id} name={author.name} />
      <PrimaryAction post={post} label={t('bookNow')} instead />
    </div>
  );
}
