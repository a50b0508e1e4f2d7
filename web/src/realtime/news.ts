import { createSelector, createSlice } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import { postsApi, selectSession, type SessionState } from '@/api';
import { broadcastHeard } from './actions';

export interface NewPost {
  postId: string;
  ownerId: string;
}

export interface News {
  /** Posts heard of since the feed was loaded. */
  posts: NewPost[];
  /** How many of them had been heard of when the feed was last asked for: those are in the answer. */
  known: number;
}

/** More than these are not counted while nobody looks at the feed. */
const MOST = 200;

const initialState: News = { posts: [], known: 0 };

/** Whether a call loads the whole feed from its beginning: not that of a tag or category, and not a further page. */
function isFeedAnew({ originalArgs, direction }: { originalArgs: object; direction?: unknown }): boolean {
  return Object.keys(originalArgs).length === 0 && direction === undefined;
}

const { matchPending, matchFulfilled } = postsApi.endpoints.feedPages;

/** The posts that were published since the feed was last loaded. */
const slice = createSlice({
  name: 'news',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(broadcastHeard, (state, { payload: { action, broadcast_data } }) => {
        if (action !== 'new_post') return;
        const postId = String(broadcast_data['post_id']);
        if (state.posts.some((post) => post.postId === postId)) return;
        if (state.posts.length >= MOST) return;
        state.posts.push({ postId, ownerId: String(broadcast_data['owner_id']) });
      })
      .addMatcher(matchPending, (state, { meta: { arg } }) => {
        if (isFeedAnew(arg)) state.known = state.posts.length;
      })
      .addMatcher(matchFulfilled, (state, { payload, meta: { arg } }) => {
        if (!isFeedAnew(arg)) return;
        const shown = new Set(payload.pages.flatMap(({ posts }) => posts.map(({ post_id }) => post_id)));
        state.posts = state.posts.slice(state.known).filter(({ postId }) => !shown.has(postId));
        state.known = 0;
      });
  },
});

export const newsReducer = slice.reducer;

/** How many new posts there are to show; the own ones need no telling. */
const selectNewPosts = createSelector(
  [(state: { news: News }) => state.news.posts, (state: { session: SessionState }) => selectSession(state).ownerId],
  (posts, me) => posts.filter(({ ownerId }) => ownerId !== me).length,
);
export const useNewPosts = (): number => useSelector(selectNewPosts);
