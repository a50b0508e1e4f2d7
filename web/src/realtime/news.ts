import { createSlice } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import { broadcastHeard } from './actions';

/** How many posts were published since the feed was last looked at. */
const slice = createSlice({
  name: 'news',
  initialState: { posts: 0 },
  reducers: {
    newPostsRead: (state) => {
      state.posts = 0;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(broadcastHeard, (state, { payload }) => {
      if (payload.action === 'new_post') state.posts += 1;
    });
  },
});

export const newsReducer = slice.reducer;
export const { newPostsRead } = slice.actions;
export const useNewPosts = () => useSelector((state: { news: { posts: number } }) => state.news.posts);
