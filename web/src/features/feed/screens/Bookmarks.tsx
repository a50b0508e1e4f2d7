import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useBookmarkPagesInfiniteQuery, whole, type FeedPost } from '@/api';
import { useTranslation } from '@/i18n/use-translation';
import { paths } from '@/routing';
import { EmptyState, Page, QueryStates } from '@/ui';
import { PostGridSkeleton } from '../components/PostGrid';
import { VirtualPostList } from '../components/VirtualPostList';
import { usePostPages } from '../hooks/use-post-pages';

/** A post whose bookmark was removed is filtered out at once. */
const stillBookmarked = (posts: FeedPost[]) => posts.filter(({ status }) => status !== 'active');

/** /my_bookmarks: the user's bookmarked posts. */
export default function Bookmarks() {
  const { t } = useTranslation('feed');
  const { query, more } = usePostPages(useBookmarkPagesInfiniteQuery(whole, { refetchOnMountOrArgChange: true }));
  return (
    <Page title={t('bookmarks')}>
      <QueryStates
        query={query}
        skeleton={<PostGridSkeleton />}
        isEmpty={(posts) => stillBookmarked(posts).length === 0 && more.state === 'over'}
        empty={
          <EmptyState
            icon={IconBookmark}
            action={
              <Button component={Link} to={paths.feed} variant="light">
                {t('toFeed')}
              </Button>
            }
          >
            {t('emptyBookmarks')}
          </EmptyState>
        }
      >
        {(posts) => <VirtualPostList name="bookmarks" posts={stillBookmarked(posts)} more={more} />}
      </QueryStates>
    </Page>
  );
}
