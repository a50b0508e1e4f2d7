import { useEffect, useCallback } from 'react';
import { Button, Center, Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowLeft, IconMessageCircle } from '@tabler/icons-react';
import { useSession, useWaitingWrites, type FeedPost, type PostHistory } from '@/api';
import { useCommentPagesInfiniteQuery } from '@/api/comments';
import { UnsentState } from '@/features/outbox';
import { useTranslation } from '@/i18n/use-translation';
import { usePostDialogs, usePostParams } from '@/routing';
import { EmptyState, QueryStates, Avatar } from '@/ui';
import { authorOf, contentId } from '../../post-model';
import { AddComment } from './AddComment';
import { CommentRow } from './CommentRow';
import classes from './Comments.module.css';

/** All comments of a post, newest first. New ones arrive live; the one that the address names is brought into sight. */
export function CommentsView({ post }: { post: FeedPost }) {
  const { t } = useTranslation('feed');
  const { show } = usePostDialogs();
  const query = useCommentPagesInfiniteQuery(contentId(post), { refetchOnMountOrArgChange: true });
  const wanted = useWantedComment(query);
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
      <QueryStates query={query} skeleton={<CommentsSkeleton />} dated>
        {({ pages }) => (
          <>
            <AddComment post={post} may={pages[0]?.may_comment ?? false} />
            {wanted.gone ? (
              <Text role="status" c="dimmed">
                {t('commentGone')}
              </Text>
            ) : null}
            <UnsentComments postId={contentId(post)} />
            <CommentList post={post} pages={pages} wanted={wanted.id} />
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

interface CommentPagesQuery {
  currentData?: { pages: PostHistory[] } | undefined;
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage: () => unknown;
}

/** The comment that the address names: older pages are fetched until it is among them. Ids grow with time. */
function useWantedComment({ currentData, hasNextPage, isFetching, isError, fetchNextPage }: CommentPagesQuery) {
  const { comment: id } = usePostParams();
  const comments = currentData?.pages.flatMap((page) => page.comments) ?? [];
  const found = comments.some((comment) => comment.post_comments_id === id);
  const mayFollow = hasNextPage && (comments.at(-1)?.post_comments_id ?? id) > id;
  const missing = id !== '' && currentData !== undefined && !found;
  useEffect(() => {
    if (missing && mayFollow && !isFetching && !isError) void fetchNextPage();
  }, [fetchNextPage, isError, isFetching, mayFollow, missing]);
  return { id, gone: missing && !mayFollow && !isFetching };
}

function CommentList({ post, pages, wanted }: { post: FeedPost; pages: PostHistory[]; wanted: string }) {
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
          wanted={comment.post_comments_id === wanted}
          mayDelete={ownPost || (ownerId !== '' && comment.owner_id === ownerId)}
          mayReport={ownerId === '' || comment.owner_id !== ownerId}
        />
      ))}
    </ul>
  );
}

function CommentsSkeleton() {
  return (
    <Stack gap="md">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={64} radius="md" />
      ))}
    </Stack>
  );
}

/** The viewer's comments on a post that wait for a connection. */
function UnsentComments({ postId }: { postId: string }) {
  const { t } = useTranslation('ui');
  const { name, avatar } = useSession();
  const writes = useWaitingWrites(
    'comment',
    useCallback((body) => body['iv_post_id'] === postId, [postId]),
  );
  if (!writes.length) return null;
  return (
    <ul className={classes.list} aria-label={t('unsent.waiting')}>
      {writes.map((write) => (
        <li key={write.key} className={classes.row}>
          <Avatar name={name} src={avatar} size={36} />
          <div className={classes.body}>
            <p className={classes.person}>
              <strong>{name}</strong>
            </p>
            <p className={classes.text} dir="auto">
              {String(write.body['iv_post_comment'])}
            </p>
            <UnsentState write={write} />
          </div>
        </li>
      ))}
    </ul>
  );
}
