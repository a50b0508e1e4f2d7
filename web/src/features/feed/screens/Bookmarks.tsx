import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useBookmarkPagesInfiniteQuery, whole, type FeedPost } from '@/api';
import { paths } from '@/app/paths';
import { Empty, Page, QueryStates } from '@/ui';
import { usePages } from '../pages';
import { LongPostList } from '../parts/LongPostList';
import { PostGridSkeleton } from '../parts/PostGrid';

/** A post whose bookmark was taken away says so at once, and is left out. */
const kept = (posts: FeedPost[]) => posts.filter(({ status }) => status !== 'active');

/** /my_bookmarks: the posts that somebody keeps. */
export default function Bookmarks() {
  const { t } = useTranslation('feed');
  const { query, more } = usePages(useBookmarkPagesInfiniteQuery(whole, { refetchOnMountOrArgChange: true }));
  return (
    <Page title={t('bookmarks')}>
      <QueryStates
        query={query}
        skeleton={<PostGridSkeleton />}
        isEmpty={(posts) => kept(posts).length === 0 && more.state === 'over'}
        empty={
          <Empty
            icon={IconBookmark}
            action={
              <Button component={Link} to={paths.feed} variant="light">
                {t('toFeed')}
              </Button>
            }
          >
            {t('emptyBookmarks')}
          </Empty>
        }
      >
        {(posts) => <LongPostList name="bookmarks" posts={kept(posts)} more={more} />}
      </QueryStates>
    </Page>
  );
}
