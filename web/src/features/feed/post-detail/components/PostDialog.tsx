import { Button } from '@mantine/core';
import { IconMoodSad } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { FeedPost } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { useWatchBroadcasts } from '@/realtime';
import { paths, usePostDialogs, type PostView } from '@/routing';
import { EmptyState, QueryStates, Sheet } from '@/ui';
import { usePost } from '../../hooks/use-post';
import { authorOf } from '../../post-model';
import { CommentsView } from './CommentsView';
import { PostDetail } from './PostDetail';
import { PostSkeleton } from './PostSkeleton';
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
        <EmptyState
          icon={IconMoodSad}
          action={
            <Button component={Link} to={paths.feed} variant="light">
              {t('wholeFeed')}
            </Button>
          }
        >
          {t('gone')}
        </EmptyState>
      ) : (
        <QueryStates query={query} skeleton={<PostSkeleton />}>
          {(post) => <View key={`${view}:${postId}`} post={post} />}
        </QueryStates>
      )}
    </Sheet>
  );
}
