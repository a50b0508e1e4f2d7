import { describe, expect, it } from 'vitest';
import { createStore } from '@/app/store';
import { http, HttpResponse, server } from '@/test';
import { changePost, forgetPost, forgetPostsOf, postsApi } from './posts';
import { openhoursApi } from './openhours';
import type { FeedPost } from './types';

const post = (post_id: string, more: Partial<FeedPost> = {}) =>
  ({
    post_id,
    post_type: 'post',
    original_post_id: '',
    owner_id: 'o',
    proxy_owner_id: '',
    status: 'active',
    comment_count: 1,
    bookmark_count: 0,
    ...more,
  }) as FeedPost;
const repost = (post_id: string, original_post_id: string) =>
  post(post_id, { post_type: 'repost', original_post_id, owner_id: 'r', proxy_owner_id: 'o' });

const pages: Record<string, { data: unknown; next?: string }> = {
  '': { data: [post('1'), repost('1r', '1')], next: 'second' },
  second: { data: [post('2')] },
};

function answered(call: string) {
  return http.get(`*/api/${call}`, ({ request }) => {
    const { data, next } = pages[new URL(request.url).searchParams.get('cursor') ?? ''] ?? { data: [] };
    return HttpResponse.json(
      { status: true, message: { main_msg: '', iv_msg: {} }, data },
      { headers: next ? { 'X-Next-Cursor': next } : {} },
    );
  });
}

async function loaded() {
  server.use(
    answered('get_feed_posts'),
    answered('get_profile_posts/o'),
    http.get('*/api/get_feed_post/1', () => HttpResponse.json({ status: true, message: { main_msg: '', iv_msg: {} }, data: post('1') })),
  );
  const store = createStore({
    storage: localStorage,
    now: () => new Date(),
    sockets: false,
    onLoginOver: () => undefined,
    onUnavailable: () => undefined,
  });
  const { dispatch, getState } = store;
  const feed = dispatch(postsApi.endpoints.feedPages.initiate({}));
  await feed;
  await dispatch(postsApi.endpoints.feedPages.initiate({}, { direction: 'forward' }));
  await dispatch(postsApi.endpoints.accountPostPages.initiate({ ownerId: 'o' }));
  await dispatch(openhoursApi.endpoints.getFeedPost.initiate('1'));
  const inFeed = () => (postsApi.endpoints.feedPages.select({})(getState()).data?.pages ?? []).flatMap(({ posts }) => posts);
  const ofAccount = () =>
    (postsApi.endpoints.accountPostPages.select({ ownerId: 'o' })(getState()).data?.pages ?? []).flatMap(({ posts }) => posts);
  const single = () => openhoursApi.endpoints.getFeedPost.select('1')(getState()).data?.data;
  return { dispatch, inFeed, ofAccount, single };
}

describe('posts that are held', () => {
  it('come page by page, the cursor in the header', async () => {
    const { inFeed } = await loaded();
    expect(inFeed().map(({ post_id }) => post_id)).toEqual(['1', '1r', '2']);
  });

  it('change in every list and as a card; a repost follows in what it shows of its original', async () => {
    const { dispatch, inFeed, ofAccount, single } = await loaded();
    changePost(dispatch, '1', { status: 'bookmarked' });
    changePost(dispatch, '1', ({ comment_count }) => ({ comment_count: comment_count + 1 }));
    expect(inFeed()).toMatchObject([
      { status: 'bookmarked', comment_count: 2 },
      { status: 'active', comment_count: 2 },
      { comment_count: 1 },
    ]);
    expect(ofAccount()[0]).toMatchObject({ status: 'bookmarked', comment_count: 2 });
    expect(single()).toMatchObject({ status: 'bookmarked', comment_count: 2 });
  });

  it('are forgotten together with their reposts, one or all of an account', async () => {
    const { dispatch, inFeed, ofAccount } = await loaded();
    changePost(dispatch, '1', { repost_count: 2 });
    forgetPost(dispatch, '1r');
    expect(inFeed()).toMatchObject([{ post_id: '1', repost_count: 1 }, { post_id: '2' }]);
    forgetPost(dispatch, '1');
    expect(inFeed().map(({ post_id }) => post_id)).toEqual(['2']);
    expect(ofAccount()).toEqual([]);
    forgetPostsOf(dispatch, 'o');
    expect(inFeed()).toEqual([]);
  });

  it('stay gone, and marked, where an older answer is still on its way', async () => {
    const { dispatch, inFeed } = await loaded();
    const again = () => dispatch(postsApi.endpoints.feedPages.initiate({}, { forceRefetch: true }));
    let answer = again();
    forgetPost(dispatch, '1');
    await answer;
    // A refetched list starts with its first page, which held nothing else.
    expect(inFeed()).toEqual([]);

    server.use(
      http.post('*/api/add_new_bookmark', () => HttpResponse.json({ status: true, message: { main_msg: '', iv_msg: {} }, data: null })),
    );
    answer = again();
    await dispatch(openhoursApi.endpoints.addNewBookmark.initiate({ iv_bookmark_value: '1', iv_bookmark_type: 'post' }));
    await answer;
    expect(inFeed()).toMatchObject([
      { post_id: '1', status: 'bookmarked', bookmark_count: 1 },
      { post_id: '1r', status: 'active' },
    ]);
  });
});
