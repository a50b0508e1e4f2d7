import { Button, Center } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useAccountPostPagesInfiniteQuery, useSession, type FeedPost } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { EmptyState, QueryStates } from '@/ui';
import type { More } from '@/ui/use-paged';
import { usePostPages } from '../hooks/use-post-pages';
import { isPublished } from '../post-model';
import { PostGrid, PostGridSkeleton } from './PostGrid';

interface AccountPostsProps {
  ownerId: string;
  /** Opens the owner's booking panel; set where the page has one. */
  onBook?: (() => void) | undefined;
}

/** An account's published posts, as visitors see them. */
export function AccountPosts({ ownerId, onBook }: AccountPostsProps) {
  const { t } = useTranslation('feed');
  const own = useSession().ownerId === ownerId;
  const { query, more } = usePostPages(useAccountPostPagesInfiniteQuery(own ? { ownerId, status: 'active' } : { ownerId }));
  const published = (posts: FeedPost[]) => posts.filter((post) => isPublished(post, new Date()));
  return (
    <QueryStates
      query={query}
      skeleton={<PostGridSkeleton />}
      isEmpty={(posts) => published(posts).length === 0}
      empty={<EmptyState icon={IconPhoto}>{t('noPosts')}</EmptyState>}
    >
      {(posts) => (
        <>
          <PostGrid posts={published(posts)} onBook={onBook} />
          <ShowMore more={more} />
        </>
      )}
    </QueryStates>
  );
}

/** Loads older posts where the list does not scroll by itself. */
function ShowMore({ more: { state, load } }: { more: More }) {
  const { t } = useTranslation(['feed', 'ui']);
  if (state === 'over') return null;
  return (
    <Center mt="lg">
      <Button variant="default" loading={state === 'loading'} onClick={load}>
        {t(state === 'failed' ? 'ui:retry' : 'ui:loadMore')}
      </Button>
    </Center>
  );
}
