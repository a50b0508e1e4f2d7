import { useEffect, useRef } from 'react';
import { Button, Tabs } from '@mantine/core';
import { IconLayoutGrid, IconPlus } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router-dom';
import { asFailure, useAccountPostPagesInfiniteQuery, useSession, type FeedPost } from '@/api';
import { AuthorLink, Expertise, PostCardLayout, PostGridSkeleton, RepostedBy, usePostPages } from '@/features/feed';
import { FormProblem } from '@/forms';
import { useTranslation } from '@/i18n/use-translation';
import { paths, postDialogs, postParam, useChangeSearchParams, useDialog } from '@/routing';
import { EmptyState, Page, QueryStates, TimeAgo, useNow } from '@/ui';
import type { More } from '@/ui/use-paged';
import { formatLocale } from '@/i18n/format-locale';
import { dateTimeFormat } from '@/i18n/intl';
import classes from './MyPosts.module.css';
import { statusOf } from '../post-status';

const tabs = ['all', 'active', 'scheduled', 'draft', 'archived'] as const;
type Tab = (typeof tabs)[number];

/** The status filter is in the address, so that it survives navigation. */
const tabParam = 'status';

function useTab(): [Tab, (tab: string | null) => void] {
  const [params] = useSearchParams();
  const change = useChangeSearchParams();
  const tab = tabs.find((one) => one === params.get(tabParam)) ?? 'all';
  const choose = (chosen: string | null) =>
    change(
      (now) => {
        if (!chosen || chosen === 'all') now.delete(tabParam);
        else now.set(tabParam, chosen);
        return now;
      },
      { replace: true },
    );
  return [tab, choose];
}

/** /my_posts: all of the provider's posts, including scheduled, draft and archived ones. */
export default function MyPosts() {
  const { t } = useTranslation('post');
  const { open } = useDialog(postDialogs, postParam);
  const [tab, choose] = useTab();
  const create = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open('create_post')}>
      {t('createTitle')}
    </Button>
  );
  return (
    <Page title={t('myPosts')} actions={create}>
      <Tabs value={tab} onChange={choose} keepMounted={false}>
        <Tabs.List className={classes.tabs}>
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`tab.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((one) => (
          <Tabs.Panel key={one} value={one} pt="lg">
            <TabPosts tab={one} onCreate={() => open('create_post')} onManage={(post) => open('manage_post', post.post_id)} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

interface TabPostsProps {
  tab: Tab;
  onCreate: () => void;
  onManage: (post: FeedPost) => void;
}

function TabPosts({ tab, onCreate, onManage }: TabPostsProps) {
  const { t } = useTranslation('post');
  const { ownerId } = useSession();
  const { query, more } = usePostPages(
    useAccountPostPagesInfiniteQuery({ ownerId, ...(tab === 'all' ? {} : { status: tab }) }, { refetchOnMountOrArgChange: true }),
  );
  const posts = query.currentData ?? [];
  const now = useNextPublication(posts, () => void query.refetch());
  return (
    <QueryStates
      query={query}
      skeleton={<PostGridSkeleton />}
      isEmpty={() => posts.length === 0}
      empty={
        <EmptyState
          icon={IconLayoutGrid}
          action={
            tab === 'archived' ? null : (
              <Button variant="light" onClick={onCreate}>
                {t('writePost')}
              </Button>
            )
          }
        >
          {t(tab === 'all' ? 'emptyPosts' : `emptyTab.${tab}`)}
        </EmptyState>
      }
    >
      {() => (
        <>
          <ul className={classes.grid}>
            {posts.map((post) => (
              <li key={post.post_id}>
                <OwnPostCard post={post} now={now} onManage={() => onManage(post)} />
              </li>
            ))}
          </ul>
          <OlderPosts more={more} error={query.error} />
        </>
      )}
    </QueryStates>
  );
}

interface OlderPostsProps {
  more: More;
  error: unknown;
}

/** Loads older posts; after a failure shows the reason and a retry button. */
function OlderPosts({ more: { state, load }, error }: OlderPostsProps) {
  const { t } = useTranslation(['post', 'ui']);
  if (state === 'over') return null;
  return (
    <div className={classes.more}>
      <FormProblem>{state === 'failed' ? asFailure(error).main_msg : null}</FormProblem>
      <Button variant="default" loading={state === 'loading'} onClick={load}>
        {t(state === 'failed' ? 'ui:retry' : 'ui:loadMore')}
      </Button>
    </div>
  );
}

/** How late the server may publish a scheduled post, in milliseconds. */
const maxDelay = 1000;
/** The longest delay that timers support. */
const longestTimeout = 2 ** 31 - 1;

/** The current time, updated when the next scheduled post comes out. The list is refetched then, too. */
function useNextPublication(posts: readonly FeedPost[], reload: () => void): Date {
  const now = useNow();
  const latest = useRef(reload);
  useEffect(() => {
    latest.current = reload;
  }, [reload]);
  const times = posts.filter((post) => statusOf(post, now) === 'scheduled').map(({ post_date }) => Date.parse(post_date));
  const next = times.length ? Math.min(...times) : null;
  useEffect(() => {
    if (next === null) return;
    const wait = next - Date.now() + maxDelay;
    if (wait > longestTimeout) return;
    const timer = setTimeout(() => latest.current(), Math.max(maxDelay, wait));
    return () => clearTimeout(timer);
  }, [next]);
  return now;
}

interface OwnPostCardProps {
  post: FeedPost;
  now: Date;
  onManage: () => void;
}

/** One of the provider's own posts with its status, and the manage button. */
function OwnPostCard({ post, now, onManage }: OwnPostCardProps) {
  const { t } = useTranslation('post');
  const status = statusOf(post, now);
  return (
    <PostCardLayout
      post={post}
      before={<RepostedBy post={post} />}
      name={post.post_type === 'repost' ? <AuthorLink post={post} /> : <strong>{post.name}</strong>}
      about={
        <Expertise post={post}>
          <TimeAgo instant={status === 'active' ? post.post_date || post.created_date : post.created_date} />
        </Expertise>
      }
      aside={
        <span className={classes.status} data-status={status}>
          {t(`status.${status}`)}
        </span>
      }
    >
      {status === 'hidden' ? <HiddenNotice /> : null}
      {status === 'scheduled' ? <PublicationTime instant={post.post_date} /> : null}
      <Button variant="default" className={classes.manage} onClick={onManage}>
        {t(post.post_type === 'repost' ? 'manage.undoTitle' : 'manage.open')}
      </Button>
    </PostCardLayout>
  );
}

/** What the owner of a hidden post can do. */
function HiddenNotice() {
  const { t } = useTranslation('post');
  return (
    <p className={classes.hidden}>
      {t('hidden')} <Link to={`${paths.userRequest}?topic=appeal`}>{t('appeal')}</Link>
    </p>
  );
}

/** When a scheduled post comes out, on the viewer's clock. */
function PublicationTime({ instant }: { instant: string }) {
  const { t, i18n } = useTranslation('post');
  const time = dateTimeFormat(formatLocale(i18n.language), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant));
  return (
    <p className={classes.time}>
      <time dateTime={instant}>{t('comesOut', { time })}</time>
    </p>
  );
}
