import { Button } from '@mantine/core';
import { IconMoodSad } from '@tabler/icons-react';
import { Link, useParams } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation';
import { useWatchBroadcasts } from '@/realtime';
import { paths } from '@/routing';
import { EmptyState, Page, QueryStates } from '@/ui';
import { usePost } from '../hooks/use-post';
import { authorOf } from '../post-model';
import { PostDetail } from '../post-detail/components/PostDetail';
import { PostSkeleton } from '../post-detail/components/PostSkeleton';
import classes from './PostPage.module.css';

/** /post/{id}: one post, as shared links name it. */
export default function PostPage() {
  const { t } = useTranslation('feed');
  const { postId = '' } = useParams();
  const { query, missing } = usePost(postId);
  useWatchBroadcasts();
  const toFeed = (
    <Button component={Link} to={paths.feed} variant="light">
      {t('wholeFeed')}
    </Button>
  );
  if (missing) {
    return (
      <EmptyState icon={IconMoodSad} wholePage action={toFeed}>
        {t('gone')}
      </EmptyState>
    );
  }
  const post = query.currentData;
  return (
    <div className={classes.post}>
      <Page title={t('postOf', { name: post ? authorOf(post).name : '' })}>
        <QueryStates query={query} skeleton={<PostSkeleton />}>
          {(shown) => <PostDetail post={shown} />}
        </QueryStates>
        <div className={classes.more}>{toFeed}</div>
      </Page>
    </div>
  );
}
