import { useCallback, useEffect, useMemo } from 'react';
import { Anchor, Button } from '@mantine/core';
import { IconArrowLeft, IconArrowUp, IconHash, IconLayoutGrid } from '@tabler/icons-react';
import { Link, NavigationType, useNavigationType, useSearchParams } from 'react-router-dom';
import { asFailure, useFeedPagesInfiniteQuery, useSession } from '@/api';
import { takeFirstFilterOff } from '@/api/session/first-filter';
import { useTranslation } from '@/i18n/use-translation';
import { useNewPosts, useWatchBroadcasts } from '@/realtime';
import { paths } from '@/routing';
import { EmptyState, Page, QueryStates, toast } from '@/ui';
import { CategoryFilter } from '../components/CategoryFilter';
import { PostGridSkeleton } from '../components/PostGrid';
import { PullToRefresh } from '../components/PullToRefresh';
import { VirtualPostList } from '../components/VirtualPostList';
import { feedOf, filterOf, wholeFeedPath } from '../feed-address';
import { usePostPages } from '../hooks/use-post-pages';
import classes from './Feed.module.css';

/** How old a list may be when the user arrives by a link, in seconds. */
const maxAge = 60;

/** The feed that the address selects, with the favourite category first. */
function useFeedParams() {
  const [params] = useSearchParams();
  const session = useSession();
  const { tag, category, takenOff, favourite } = feedOf(params, session);
  useEffect(() => {
    if (takenOff) takeFirstFilterOff('feed', session);
  }, [takenOff, session]);
  const filter = useMemo(() => filterOf({ tag, category }), [tag, category]);
  return { tag, category, filter, favourite };
}

function NoPosts({ narrowed }: { narrowed: boolean }) {
  const { t } = useTranslation('feed');
  const way = (
    <Button component={Link} to={narrowed ? wholeFeedPath : paths.search}>
      {t(narrowed ? 'wholeFeed' : 'find')}
    </Button>
  );
  return (
    <EmptyState icon={narrowed ? IconHash : IconLayoutGrid} action={way}>
      {t(narrowed ? 'noPosts' : 'empty')}
    </EmptyState>
  );
}

/** Above a tag's feed: the link back to the whole feed. */
function WholeFeedLink() {
  const { t } = useTranslation('feed');
  return (
    <Anchor component={Link} to={wholeFeedPath} className={classes.back}>
      <IconArrowLeft size={18} aria-hidden /> {t('wholeFeed')}
    </Anchor>
  );
}

/** A load error is also shown as a toast (product.md 2.6). */
function useErrorToast({ isError, error }: { isError: boolean; error?: unknown }): void {
  const { t } = useTranslation('ui');
  useEffect(() => {
    if (isError) toast.failed(asFailure(error).main_msg || t('errorTitle'));
  }, [isError, error, t]);
}

/** /feed: the posts of providers, optionally of one category or tag. */
export default function Feed() {
  const { t } = useTranslation('feed');
  const { tag, category, filter, favourite } = useFeedParams();
  // Back restores the list as it was; a link fetches a fresh one.
  const back = useNavigationType() === NavigationType.Pop;
  const result = useFeedPagesInfiniteQuery(filter, { refetchOnMountOrArgChange: back ? false : maxAge });
  const { query, more } = usePostPages(result);
  const { refetch } = result;
  useErrorToast(result);
  useWatchBroadcasts();
  const whole = !tag && !category;
  const showNew = useCallback(async () => {
    await refetch();
    window.scrollTo({ top: 0 });
  }, [refetch]);
  return (
    <Page
      title={tag ? <bdi className={classes.tag}>#{tag}</bdi> : t('title')}
      lead={tag ? <WholeFeedLink /> : t(favourite ? 'favouriteFirst' : 'lead')}
    >
      {whole ? <NewPostsButton loading={result.isFetching && !result.isFetchingNextPage} onShow={() => void showNew()} /> : null}
      {tag ? null : <CategoryFilter chosen={category} />}
      <PullToRefresh reload={refetch} />
      <QueryStates
        query={query}
        dated
        skeleton={<PostGridSkeleton />}
        isEmpty={(posts) => posts.length === 0}
        empty={<NoPosts narrowed={!whole} />}
      >
        {(posts) => <VirtualPostList key={`${tag}/${category}`} name={`feed/${tag}/${category}`} posts={posts} more={more} />}
      </QueryStates>
    </Page>
  );
}

/** How many posts arrived since the list was loaded. Floats above the list, which stays unchanged until this is pressed. */
function NewPostsButton({ loading, onShow }: { loading: boolean; onShow: () => void }) {
  const { t } = useTranslation('feed');
  const count = useNewPosts();
  return (
    <div className={classes.place} role="status">
      {count ? (
        <Button radius="xl" loading={loading} leftSection={<IconArrowUp size={16} aria-hidden />} className={classes.pill} onClick={onShow}>
          {t('newPosts', { count })}
        </Button>
      ) : null}
    </div>
  );
}
