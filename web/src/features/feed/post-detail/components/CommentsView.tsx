import { Button, Center, Skeleton, Stack } from '@mantine/core';
import { IconArrowLeft, IconMessageCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSession, type FeedPost, type PostHistory } from '@/api';
import { useCommentPagesInfiniteQuery } from '@/api/comments';
import { usePostDialogs } from '@/routing';
import { EmptyState, QueryStates } from '@/ui';
import { authorOf, contentId } from '../../post-model';
import { AddComment } from './AddComment';
import { CommentRow } from './CommentRow';
import classes from './Comments.module.css';

/** All comments of a post, newest first. New ones arrive live. */
export function CommentsView({ post }: { post: FeedPost }) {
  const { t } = useTranslation('feed');
  const { show } = usePostDialogs();
  const query = useCommentPagesInfiniteQuery(contentId(post), { refetchOnMountOrArgChange: true });
  return (
    <Stack gap="md">
      <Button
        variant="subtle"
        size="compact-md"
        className={classes.back}
        leftSection={<IconArrowLeft size={18} aria-hidden />}
        onClick={() => show(post.post_id, 'full', true)}
      >
        {t('toPost')}
      </Button>
      <QueryStates query={query} skeleton={<CommentsSkeleton />}>
        {({ pages }) => (
          <>
            <AddComment post={post} may={pages[0]?.may_comment ?? false} />
            <CommentList post={post} pages={pages} />
            {query.hasNextPage ? (
              <Center>
                <Button variant="default" loading={query.isFetching} onClick={() => void query.fetchNextPage()}>
                  {t('olderComments')}
                </Button>
              </Center>
            ) : null}
          </>
        )}
      </QueryStates>
    </Stack>
  );
}

function CommentList({ post, pages }: { post: FeedPost; pages: PostHistory[] }) {
  const { t } = useTranslation('feed');
  const { ownerId } = useSession();
  const comments = pages.flatMap((page) => page.comments);
  const ownPost = ownerId !== '' && authorOf(post).id === ownerId;
  if (!comments.length) return <EmptyState icon={IconMessageCircle}>{t('noComments')}</EmptyState>;
  return (
    <ul className={classes.list} aria-live="polite">
      {comments.map((comment) => (
        <CommentRow
          key={comment.post_comments_id}
          postId={contentId(post)}
          comment={comment}
          mayDelete={ownPost || (ownerId !== '' && comment.owner_id === ownerId)}
        />
      ))}
    </ul>
  );
}

function CommentsSkeleton() {
  return (
    <Stack gap="md">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={64} radius={12} />
      ))}
    </Stack>
  );
}
