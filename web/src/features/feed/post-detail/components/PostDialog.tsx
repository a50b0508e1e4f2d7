import { Skeleton, Stack } from '@mantine/core';
import { IconMoodSad } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FeedPost } from '@/api';
import { useWatchBroadcasts } from '@/realtime';
import { usePostDialogs, type PostView } from '@/routing';
import { EmptyState, QueryStates, Sheet } from '@/ui';
import { usePost } from '../../hooks/use-post';
import { authorOf } from '../../post-model';
import { CommentsView } from './CommentsView';
import { PostDetail } from './PostDetail';
import { RepostView } from './RepostView';

interface PostDialogProps {
  postId: string;
  view: PostView;
}

const views = { full: PostDetail, comments: CommentsView, repost: RepostView } as const;

function useTitle(view: PostView, post: FeedPost | undefined): string {
  const { t } = useTranslation('feed');
  if (view === 'comments') return t('allComments');
  if (view === 'repost') return t('repostContent');
  return t('postOf', { name: post ? authorOf(post).name : '' });
}

/** A post over the current page: detail, comments, or the repost form (product.md 2.5). */
export default function PostDialog({ postId, view }: PostDialogProps) {
  const { t } = useTranslation('feed');
  const { closeView } = usePostDialogs();
  const { query, missing } = usePost(postId);
  const title = useTitle(view, query.currentData);
  useWatchBroadcasts();
  const View = views[view];
  return (
    <Sheet opened onClose={closeView} title={title} size={720}>
      {missing ? (
        <EmptyState icon={IconMoodSad}>{t('gone')}</EmptyState>
      ) : (
        <QueryStates query={query} skeleton={<PostSkeleton />}>
          {(post) => <View key={`${view}:${postId}`} post={post} />}
        </QueryStates>
      )}
    </Sheet>
  );
}

function PostSkeleton() {
  return (
    <Stack gap="md">
      <Skeleton height={320} radius={12} />
      <Skeleton height={40} />
      <Skeleton height={80} />
    </Stack>
  );
}
