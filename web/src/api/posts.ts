import type { Dispatch as PlainDispatch } from '@reduxjs/toolkit';
import type { CallArgs, CallMeta } from './base';
import type { Envelope } from './envelope';
import { openhoursApi } from './openhours';
import type { FeedPost } from './types';

/** One page of posts, and where the next one starts; null at the end. */
export interface PostPage {
  posts: FeedPost[];
  nextCursor: string | null;
}

/** The posts of one feed: of everybody, of a category, of a tag. */
export interface FeedWanted {
  category?: string;
  tag?: string;
}

/** An account's posts; `status` narrows the owner's own list. */
export interface AccountPostsWanted {
  ownerId: string;
  status?: 'active' | 'scheduled' | 'draft' | 'archived';
}

/** How many posts a page brings. */
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
  // Loaded anew, a list begins with its first page again: fetching all that was scrolled through serves nobody.
  refetchCachedPages: false,
};

/** How long a list is kept that is not shown, in seconds: who reads a provider's page for a while finds back to the same place. */
const KEPT_FOR = 600;

/** The lists of posts, page by page; the cursor travels in a header, so that the lists are written here and not generated. */
export const postsApi = openhoursApi.injectEndpoints({
  endpoints: (build) => ({
    feedPages: build.infiniteQuery<PostPage, FeedWanted, string>({
      infiniteQueryOptions: paging,
      query: ({ queryArg, pageParam }) => pageCall('/api/get_feed_posts', queryArg, pageParam),
      transformResponse: pageOf,
      keepUnusedDataFor: KEPT_FOR,
      providesTags: ['Posts'],
    }),
    bookmarkPages: build.infiniteQuery<PostPage, object, string>({
      infiniteQueryOptions: paging,
      query: ({ pageParam }) => pageCall('/api/get_bookmarked_posts', {}, pageParam),
      transformResponse: pageOf,
      keepUnusedDataFor: KEPT_FOR,
      providesTags: ['Posts', 'Bookmarks'],
    }),
    accountPostPages: build.infiniteQuery<PostPage, AccountPostsWanted, string>({
      infiniteQueryOptions: paging,
      query: ({ queryArg: { ownerId, ...narrowed }, pageParam }) =>
        pageCall(`/api/get_profile_posts/${encodeURIComponent(ownerId)}`, narrowed, pageParam),
      transformResponse: pageOf,
      keepUnusedDataFor: KEPT_FOR,
      providesTags: ['Posts'],
    }),
  }),
});

export const { useFeedPagesInfiniteQuery, useBookmarkPagesInfiniteQuery, useAccountPostPagesInfiniteQuery } = postsApi;

const PAGED = ['feedPages', 'bookmarkPages', 'accountPostPages'] as const;
const LISTED = ['getFeedPosts', 'getProfilePosts', 'getBookmarkedPosts'] as const;

type State = Parameters<typeof postsApi.util.selectInvalidatedBy>[0];
type Dispatch = (action: unknown) => unknown;
type Mend = (posts: FeedPost[]) => FeedPost[];

/** What a repost shows of its original, and so follows it. */
const OF_THE_ORIGINAL = ['post_brief', 'tags', 'media_name', 'comment_count', 'repost_count'] as const;

/** Puts every list of posts that is held through `mend`; a list in which nothing changes stays the same object. */
function mendLists(dispatch: Dispatch, state: State, mend: Mend): void {
  const { selectCachedArgsForQuery, updateQueryData } = postsApi.util;
  for (const call of PAGED) {
    for (const arg of selectCachedArgsForQuery(state, call)) {
      dispatch(
        updateQueryData(call as 'feedPages', arg as FeedWanted, ({ pages }) => {
          for (const page of pages) page.posts = mend(page.posts);
        }),
      );
    }
  }
  for (const call of LISTED) {
    for (const arg of selectCachedArgsForQuery(state, call)) {
      dispatch(
        updateQueryData(call as 'getFeedPosts', arg as object, (answer) => {
          answer.data = mend(answer.data);
        }),
      );
    }
  }
}

/** Does something with the single cards that are held. */
function eachSingle(state: State, act: (postId: string) => void): void {
  postsApi.util.selectCachedArgsForQuery(state, 'getFeedPost').forEach(act);
}

/** With a store's dispatch, whichever way it is typed, and its state. */
function inStore(dispatch: PlainDispatch, act: (dispatch: Dispatch, state: State) => void): void {
  (dispatch as Dispatch)((thunkDispatch: Dispatch, getState: () => State) => act(thunkDispatch, getState()));
}

/** What is different about a post from now on; a function where that depends on what it was. */
export type PostPatch = Partial<FeedPost> | ((post: FeedPost) => Partial<FeedPost>);

function patched(post: FeedPost, postId: string, patch: PostPatch): FeedPost {
  const changes = () => (typeof patch === 'function' ? patch(post) : patch);
  if (post.post_id === postId) return Object.assign(post, changes());
  if (post.original_post_id !== postId) return post;
  const all = changes();
  for (const key of OF_THE_ORIGINAL) if (all[key] !== undefined) Object.assign(post, { [key]: all[key] });
  return post;
}

/** Changes a post wherever it is held: in every list and as a single card. A repost follows in what it shows of its original. */
export function changePost(dispatch: PlainDispatch, postId: string, patch: PostPatch): void {
  inStore(dispatch, (run, state) => {
    mendLists(run, state, (posts) => {
      posts.forEach((post) => patched(post, postId, patch));
      return posts;
    });
    eachSingle(state, (id) => {
      run(postsApi.util.updateQueryData('getFeedPost', id, ({ data }) => void patched(data, postId, patch)));
    });
  });
}

/** Does it to what is held, and to what is on its way once it is there: such an answer may be older. Twice shall be as once. */
function lastingly(dispatch: PlainDispatch, act: () => void): void {
  act();
  const underWay = (dispatch as Dispatch)(postsApi.util.getRunningQueriesThunk()) as readonly PromiseLike<unknown>[];
  for (const answer of underWay) void answer.then(act);
}

/** Takes posts out of every list. */
function forget(dispatch: PlainDispatch, gone: (post: FeedPost) => boolean): void {
  lastingly(dispatch, () =>
    inStore(dispatch, (run, state) => mendLists(run, state, (posts) => (posts.some(gone) ? posts.filter((post) => !gone(post)) : posts))),
  );
}

/** Takes a post out of every list that is held, and its reposts with it; an original has one repost less then. */
export function forgetPost(dispatch: PlainDispatch, postId: string): void {
  inStore(dispatch, (_run, state) => {
    const originalId = heldPost(state, postId)?.original_post_id;
    if (originalId) changePost(dispatch, originalId, ({ repost_count }) => ({ repost_count: Math.max(0, repost_count - 1) }));
  });
  forget(dispatch, (post) => post.post_id === postId || post.original_post_id === postId);
}

/** Takes an account's posts, and what others passed on of it, out of every list that is held. */
export function forgetPostsOf(dispatch: PlainDispatch, ownerId: string): void {
  forget(dispatch, (post) => post.owner_id === ownerId || post.proxy_owner_id === ownerId);
}

/** What changes posts that are held while it is under way or when it is done. */
openhoursApi.enhanceEndpoints({
  endpoints: {
    addNewBookmark: {
      onQueryStarted: ({ iv_bookmark_value }, { dispatch, queryFulfilled }) => bookmarked(dispatch, iv_bookmark_value, true, queryFulfilled),
    },
    removeExistingBookmark: {
      onQueryStarted: ({ iv_bookmark_value }, { dispatch, queryFulfilled }) => bookmarked(dispatch, iv_bookmark_value, false, queryFulfilled),
    },
    addToBlock: {
      async onQueryStarted({ iv_user_id }, { dispatch, queryFulfilled }) {
        const blocked = await queryFulfilled.catch(() => null);
        if (blocked) forgetPostsOf(dispatch, iv_user_id);
      },
    },
  },
});

/** What a bookmark, or its absence, changes about a post. Archived posts and drafts say what they are instead. */
function markedAs({ status, bookmark_count }: FeedPost, marked: boolean): Partial<FeedPost> {
  if (status !== (marked ? 'active' : 'bookmarked')) return {};
  return { status: marked ? 'bookmarked' : 'active', bookmark_count: Math.max(0, bookmark_count + (marked ? 1 : -1)) };
}

/** Shows a bookmark, or its absence, at once; as it was when the server does not follow. */
async function bookmarked(dispatch: PlainDispatch, postId: string, on: boolean, fulfilled: Promise<unknown>): Promise<void> {
  const run = dispatch as Dispatch;
  const show = (marked: boolean) => {
    lastingly(dispatch, () => changePost(dispatch, postId, (post) => markedAs(post, marked)));
    run(
      openhoursApi.util.updateQueryData('getUserFavData', undefined, ({ data }) => {
        data.bookmark_info = data.bookmark_info.filter(({ bookmark_value }) => bookmark_value !== postId);
        if (marked) data.bookmark_info.push({ bookmark_value: postId, bookmark_type: 'post' });
      }),
    );
  };
  show(on);
  const done = await fulfilled.catch(() => null);
  if (!done) show(!on);
  else if (on) run(openhoursApi.util.invalidateTags(['Bookmarks']));
}

/** A post that some list holds already: what can be shown until it is asked for alone. */
export function heldPost(state: State, postId: string): FeedPost | undefined {
  const { selectCachedArgsForQuery } = postsApi.util;
  for (const call of PAGED) {
    for (const arg of selectCachedArgsForQuery(state, call)) {
      const { data } = postsApi.endpoints[call as 'feedPages'].select(arg as FeedWanted)(state);
      for (const { posts } of data?.pages ?? []) {
        const found = posts.find(({ post_id }) => post_id === postId);
        if (found) return found;
      }
    }
  }
  for (const call of LISTED) {
    for (const arg of selectCachedArgsForQuery(state, call)) {
      const found = postsApi.endpoints[call as 'getFeedPosts'].select(arg as object)(state).data?.data.find(({ post_id }) => post_id === postId);
      if (found) return found;
    }
  }
  return undefined;
}

/** Puts a new post of one's own at the top of the feed, if it is held. */
export function prependPost(dispatch: PlainDispatch, post: FeedPost): void {
  (dispatch as Dispatch)(
    postsApi.util.updateQueryData('feedPages', {}, ({ pages }) => {
      pages[0]?.posts.unshift(post);
    }),
  );
}
