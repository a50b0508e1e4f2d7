import { http, HttpResponse } from 'msw';
import type { FeedPost } from '@/api';
import { done } from './server';

/** A post of a provider. */
export const post: FeedPost = {
  post_id: 'p1',
  post_type: 'post',
  original_post_id: '',
  owner_id: 'mara-1',
  name: 'Mara Weiss',
  username: 'mara',
  avatar: '',
  onboardProfile: true,
  expertise: 'Physiotherapy',
  manual_verification: 'verified',
  rating_all_avg: 4.8,
  rating_client_size: 52,
  proxy_owner_id: '',
  proxy_owner_name: '',
  proxy_owner_username: '',
  proxy_owner_avatar: '',
  post_brief: 'Five minutes for your back',
  repost_brief: '',
  tags: '["back"]',
  media_name: 'none',
  pictures: [],
  category: 'wellness',
  status: 'active',
  post_active: 'now',
  post_date: '2020-01-01T00:00:00Z',
  created_date: '2020-01-01T00:00:00Z',
  post_audience: 'all',
  post_mature: 'no',
  comment_count: 0,
  repost_count: 0,
  bookmark_count: 0,
};
/** A comment on it. */
export const comment = {
  post_comments_id: 'c1',
  post_id: 'p1',
  owner_id: 'olu',
  comment: 'It <b>helps</b>',
  avatar: '',
  username: 'olu',
  name: 'Olu',
  onboardProfile: false,
  created_date: '2020-01-01T00:00:00Z',
};
/** What the calls answer. */
export const history = (more: object = {}) => ({ all_reposts: [], comments: [], may_comment: true, next_cursor: null, ...more });

export const page = (posts: FeedPost[], next?: string) =>
  HttpResponse.json(
    { status: true, message: { main_msg: '', iv_msg: {} }, data: posts },
    { headers: next ? { 'X-Next-Cursor': next } : {} },
  );
export const feedOf = (...posts: FeedPost[]) => http.get('*/api/get_feed_posts', () => page(posts));
export const single = (shown: FeedPost) => http.get(`*/api/get_feed_post/${shown.post_id}`, () => done(shown));
export const comments = (more: object = {}) => http.get('*/api/get_feed_post_comment_and_repost_history/p1', () => done(history(more)));
