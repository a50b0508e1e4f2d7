import { createSelector, createSlice } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import { postsApi, selectSession, type SessionState } from '@/api';
import { broadcastReceived } from './actions';

export interface NewPost {
  postId: string;
  ownerId: string;
}

export interface NewPostsState {
  /** Posts that were announced since the feed was loaded. */
  posts: NewPost[];
  /** How many of them were announced before the feed was last requested. The answer contains them. */
  known: number;
}

/** New posts beyond this number are not counted while the feed is not shown. */
const MOST = 200;

const initialState: NewPostsState = { posts: [], known: 0 };

/** Whether a query loads the first page of the unfiltered feed. */
function isFeedAnew({ originalArgs, direction }: { originalArgs: object; direction?: unknown }): boolean {
  return Object.keys(originalArgs).length === 0 && direction === undefined;
}

const { matchPending, matchFulfilled } = postsApi.endpoints.feedPages;

/** The posts that were published since the feed was last loaded. */
const slice = createSlice({
  name: 'newPosts',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(broadcastReceived, (state, { payload: { action, broadcast_data } }) => {
        const postId = String(broadcast_data['post_id']);
        const at = state.posts.findIndex((post) => post.postId === postId);
        if (action === 'post_removed' && at >= 0) {
          state.posts.splice(at, 1);
          if (at < state.known) state.known -= 1;
        }
        if (action !== 'new_post' || at >= 0) return;
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

export const newPostsReducer = slice.reducer;

/** How many new posts of other accounts there are. */
const selectNewPosts = createSelector(
  [(state: { newPosts: NewPostsState }) => state.newPosts.posts, (state: { session: SessionState }) => selectSession(state).ownerId],
  (posts, me) => posts.filter(({ ownerId }) => ownerId !== me).length,
);
export const useNewPosts = (): number => useSelector(selectNewPosts);
