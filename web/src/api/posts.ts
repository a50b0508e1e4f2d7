import type { Dispatch as PlainDispatch } from '@reduxjs/toolkit';
import type { CallArgs, CallMeta } from './call';
import type { Envelope } from './envelope';
import { isWhole, openhoursApi, readableOffline } from './openhours';
import { isShownWhileWaiting, showWhileWaiting } from './offline/shown-writes';
import { showUntilSettled, showUpdate, showWhileSaving, updateKind, type Update, type UpdateKind } from './overlay';
import type { Favourites, FeedPost } from './types';

/** One page of posts, and where the next one starts; null at the end. */
export interface PostPage {
  posts: FeedPost[];
  nextCursor: string | null;
}

/** Selects a feed: all posts, those of a category, or those of a tag. */
export interface FeedFilter {
  category?: string;
  tag?: string;
}

/** Selects an account's posts. `status` filters the owner's own list. */
export interface AccountPostsFilter {
  ownerId: string;
  status?: 'active' | 'scheduled' | 'draft' | 'archived';
}

/** How many posts one page holds. */
const PAGE_SIZE = 20;

const pageCall = (url: string, params: object, cursor: string): CallArgs => ({
  url,
  params: { ...params, limit: PAGE_SIZE, cursor },
});

const pageOf = ({ data }: Envelope<FeedPost[]>, meta: CallMeta | undefined): PostPage => ({
  posts: data,
  nextCursor: meta?.nextCursor ?? null,
});

const paging = {
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }: PostPage) => nextCursor ?? undefined,
  // A refetched list starts again with its first page only.
  refetchCachedPages: false,
};

/** How long a list that is not shown stays cached, in seconds, so that Back from another page finds the same place. */
const UNUSED_LIST_SECONDS = 600;

/** The lists of posts, page by page; the cursor travels in a header, so that the lists are written here and not generated. */
export const postsApi = openhoursApi.injectEndpoints({
  endpoints: (build) => ({
    feedPages: build.infiniteQuery<PostPage, FeedFilter, string>({
      infiniteQueryOptions: paging,
      query: ({ queryArg, pageParam }) => pageCall('/api/get_feed_posts', queryArg, pageParam),
      transformResponse: pageOf,
      extraOptions: readableOffline,
      keepUnusedDataFor: UNUSED_LIST_SECONDS,
      providesTags: ['Posts'],
    }),
    bookmarkPages: build.infiniteQuery<PostPage, object, string>({
      infiniteQueryOptions: paging,
      query: ({ pageParam }) => pageCall('/api/get_bookmarked_posts', {}, pageParam),
      transformResponse: pageOf,
      extraOptions: readableOffline,
      keepUnusedDataFor: UNUSED_LIST_SECONDS,
      providesTags: ['Posts', 'Bookmarks'],
    }),
    accountPostPages: build.infiniteQuery<PostPage, AccountPostsFilter, string>({
      infiniteQueryOptions: paging,
      query: ({ queryArg: { ownerId, ...narrowed }, pageParam }) =>
        pageCall(`/api/get_profile_posts/${encodeURIComponent(ownerId)}`, narrowed, pageParam),
      transformResponse: pageOf,
      keepUnusedDataFor: UNUSED_LIST_SECONDS,
      providesTags: ['Posts'],
    }),
  }),
});

export const { useFeedPagesInfiniteQuery, useBookmarkPagesInfiniteQuery, useAccountPostPagesInfiniteQuery } = postsApi;

const PAGED = ['feedPages', 'bookmarkPages', 'accountPostPages'] as const;
const LISTED = ['getFeedPosts', 'getProfilePosts', 'getBookmarkedPosts'] as const;

type State = Parameters<typeof postsApi.util.selectInvalidatedBy>[0];
type Dispatch = (action: unknown) => unknown;

/** The fields of the original that its reposts show too. */
const OF_THE_ORIGINAL = ['post_brief', 'tags', 'media_name', 'pictures', 'comment_count', 'repost_count'] as const;

/** Changes every list of posts in the cache. A list in which nothing changes stays the same object. */
function changeLists(dispatch: Dispatch, state: State, change: (posts: FeedPost[]) => FeedPost[]): void {
  const { selectCachedArgsForQuery, updateQueryData } = postsApi.util;
  for (const call of PAGED) {
    for (const arg of selectCachedArgsForQuery(state, call)) {
      dispatch(
        updateQueryData(call as 'feedPages', arg as FeedFilter, ({ pages }) => {
          for (const page of pages) page.posts = change(page.posts);
        }),
      );
    }
  }
  for (const call of LISTED) {
    for (const arg of selectCachedArgsForQuery(state, call)) {
      dispatch(
        updateQueryData(call as 'getFeedPosts', arg as object, (answer) => {
          answer.data = change(answer.data);
        }),
      );
    }
  }
}

/** Runs `act` with the store's dispatch and state. */
function inStore(dispatch: PlainDispatch, act: (dispatch: Dispatch, state: State) => void): void {
  (dispatch as Dispatch)((thunkDispatch: Dispatch, getState: () => State) => act(thunkDispatch, getState()));
}

/** The changed fields of a post, or a function that computes them from the post. */
export type PostPatch = Partial<FeedPost> | ((post: FeedPost) => Partial<FeedPost>);

function patched(post: FeedPost, postId: string, patch: PostPatch): FeedPost {
  const changes = () => (typeof patch === 'function' ? patch(post) : patch);
  if (post.post_id === postId) return Object.assign(post, changes());
  if (post.original_post_id !== postId) return post;
  const all = changes();
  for (const key of OF_THE_ORIGINAL) if (all[key] !== undefined) Object.assign(post, { [key]: all[key] });
  return post;
}

/** Changes a post wherever it is cached: in every list and alone. Its reposts change in the fields that they share. */
export function changePost(dispatch: PlainDispatch, postId: string, patch: PostPatch): void {
  inStore(dispatch, (run, state) => {
    changeLists(run, state, (posts) => {
      posts.forEach((post) => patched(post, postId, patch));
      return posts;
    });
    for (const id of postsApi.util.selectCachedArgsForQuery(state, 'getFeedPost')) {
      run(postsApi.util.updateQueryData('getFeedPost', id, ({ data }) => void patched(data, postId, patch)));
    }
  });
}

type Shown<Value> = Pick<Update<Value>, 'id' | 'value'>;
type Show<Value> = (posts: FeedPost[], id: string, value: Value) => FeedPost[];

/** Registers how every list of posts shows a kind of updates. The update with the `opposite` value reverts one. */
function shownInLists<Value>(kind: UpdateKind<Value>, show: Show<Value>, opposite: (value: Value) => Value = (value) => value): void {
  for (const call of PAGED) {
    const inPages = ({ pages }: { pages: PostPage[] }, { id, value }: Shown<Value>) => {
      for (const page of pages) page.posts = show(page.posts, id, value);
      return { id, value: opposite(value) };
    };
    kind.shownIn(call, inPages, inPages);
  }
  for (const call of LISTED) {
    const inAnswer = (answer: Envelope<FeedPost[]>, { id, value }: Shown<Value>) => {
      answer.data = show(answer.data, id, value);
      return { id, value: opposite(value) };
    };
    kind.shownIn(call, inAnswer, inAnswer);
  }
}

const without = (posts: FeedPost[], isRemoved: (post: FeedPost) => boolean) =>
  posts.some(isRemoved) ? posts.filter((post) => !isRemoved(post)) : posts;

/** Removes a post and its reposts from all lists. */
const postRemoved = updateKind<null>('post_removed');
shownInLists(postRemoved, (posts, id) => without(posts, (post) => post.post_id === id || post.original_post_id === id));

/** Removes the posts of an account, and their reposts, from all lists. */
const accountPostsRemoved = updateKind<null>('account_posts_removed');
shownInLists(accountPostsRemoved, (posts, id) => without(posts, (post) => post.owner_id === id || post.proxy_owner_id === id));

/** Removes a post and its reposts from every list. When it is a repost, its original counts one repost less. */
export function forgetPost(dispatch: PlainDispatch, postId: string): void {
  inStore(dispatch, (_run, state) => {
    const originalId = cachedPost(state, postId)?.original_post_id;
    if (originalId) changePost(dispatch, originalId, ({ repost_count }) => ({ repost_count: Math.max(0, repost_count - 1) }));
  });
  showUpdate(dispatch, postRemoved.of(postId, null));
}

/** Removes an account's posts, and their reposts, from every list. */
export function forgetPostsOf(dispatch: PlainDispatch, ownerId: string): void {
  showUpdate(dispatch, accountPostsRemoved.of(ownerId, null));
}

/** Whether the user has bookmarked a post. */
const postBookmarked = updateKind<boolean>('post_bookmarked');

/** Marks a post as bookmarked or not. Archived posts and drafts keep their own status. */
function showBookmark(post: FeedPost, marked: boolean): void {
  if (post.status !== (marked ? 'active' : 'bookmarked')) return;
  post.status = marked ? 'bookmarked' : 'active';
  post.bookmark_count = Math.max(0, post.bookmark_count + (marked ? 1 : -1));
}

const showInList: Show<boolean> = (posts, id, marked) => {
  for (const post of posts) if (post.post_id === id) showBookmark(post, marked);
  return posts;
};
const showOnCard = ({ data }: Envelope<FeedPost>, { id, value }: Shown<boolean>): Shown<boolean> => {
  showInList([data], id, value);
  return { id, value: !value };
};
const showInFavourites = ({ data }: Envelope<Favourites>, { id, value }: Shown<boolean>): Shown<boolean> => {
  data.bookmark_info = data.bookmark_info.filter(({ bookmark_value }) => bookmark_value !== id);
  if (value) data.bookmark_info.push({ bookmark_value: id, bookmark_type: 'post' });
  return { id, value: !value };
};
shownInLists(postBookmarked, showInList, (marked) => !marked);
postBookmarked.shownIn('getFeedPost', showOnCard, showOnCard);
postBookmarked.shownIn('getUserFavData', showInFavourites, showInFavourites);

/** A new post of the user's own at the top of the feed. */
const ownPostPublished = updateKind<FeedPost>('own_post_published');
ownPostPublished.shownIn<{ pages: PostPage[] }>('feedPages', ({ pages }, { id, value }, { arg }) => {
  const isShown = pages.some(({ posts }) => posts.some(({ post_id }) => post_id === id));
  if (isWhole(arg) && !isShown) pages[0]?.posts.unshift(value);
});

/** Puts a new post of the user's own at the top of the feed. */
export function prependPost(dispatch: PlainDispatch, post: FeedPost): void {
  showUpdate(dispatch, ownPostPublished.of(post.post_id, post));
}

openhoursApi.enhanceEndpoints({
  endpoints: {
    addNewBookmark: {
      extraOptions: { waitsAs: 'bookmark' },
      async onQueryStarted({ iv_bookmark_value: id }, { dispatch, queryFulfilled }) {
        const done = await showWhileSaving(dispatch, postBookmarked.of(id, true), queryFulfilled);
        if (done) dispatch(openhoursApi.util.invalidateTags(['Bookmarks']));
      },
    },
    removeExistingBookmark: {
      extraOptions: { waitsAs: 'bookmark' },
      async onQueryStarted({ iv_bookmark_value: id }, { dispatch, queryFulfilled }) {
        await showWhileSaving(dispatch, postBookmarked.of(id, false), queryFulfilled);
      },
    },
    addToBlock: {
      async onQueryStarted({ iv_user_id }, { dispatch, queryFulfilled }) {
        const blocked = await queryFulfilled.catch(() => null);
        if (blocked) forgetPostsOf(dispatch, iv_user_id);
      },
    },
  },
});

/** A bookmark that was set or removed without a connection, as the outbox holds it. */
interface UnsentBookmark {
  key: string;
  url: string;
  body: Readonly<Record<string, unknown>>;
}

/** Shows a bookmark that waits to be sent, in all answers until then. */
export function showUnsentBookmark(dispatch: PlainDispatch, { key, url, body }: UnsentBookmark): void {
  if (isShownWhileWaiting(key)) return;
  const isSet = url.endsWith('/add_new_bookmark');
  showWhileWaiting(key, showUntilSettled(dispatch, postBookmarked.of(String(body['iv_bookmark_value']), isSet)));
}

/** A post as a cached list holds it, to be shown until its own query has answered. */
export function cachedPost(state: State, postId: string): FeedPost | undefined {
  const { selectCachedArgsForQuery } = postsApi.util;
  for (const call of PAGED) {
    for (const arg of selectCachedArgsForQuery(state, call)) {
      const { data } = postsApi.endpoints[call as 'feedPages'].select(arg as FeedFilter)(state);
      for (const { posts } of data?.pages ?? []) {
        const found = posts.find(({ post_id }) => post_id === postId);
        if (found) return found;
      }
    }
  }
  for (const call of LISTED) {
    for (const arg of selectCachedArgsForQuery(state, call)) {
      const found = postsApi.endpoints[call as 'getFeedPosts']
        .select(arg as object)(state)
        .data?.data.find(({ post_id }) => post_id === postId);
      if (found) return found;
    }
  }
  return undefined;
}
