import { describe, expect, it } from 'vitest';
import type { FeedPost } from '@/api';
import { columnsOf } from './hooks/use-columns';
import { isForEverybody, renditionsOf } from './picture-renditions';
import { picturesOf, rightsOn, tagsOf, trimToRows } from './post-model';

const post = (more: Partial<FeedPost> = {}) =>
  ({
    post_id: 'p',
    post_type: 'post',
    original_post_id: '',
    owner_id: 'author',
    proxy_owner_id: '',
    post_audience: 'all',
    post_mature: 'no',
    status: 'active',
    post_active: 'now',
    ...more,
  }) as FeedPost;
const repost = post({ post_id: 'r', post_type: 'repost', original_post_id: 'p', owner_id: 'reposter', proxy_owner_id: 'author' });

describe('what one may do with a post', () => {
  it.each([
    ['a guest with a post', post(), '', { own: false, managed: null, undo: false, repost: true, report: true }],
    ['somebody with a post', post(), 'me', { own: false, managed: null, undo: false, repost: true, report: true }],
    ['its author with a post', post(), 'author', { own: true, managed: 'p', undo: false, repost: false, report: false }],
    ['somebody with a repost', repost, 'me', { own: false, managed: null, undo: false, repost: true, report: true }],
    ['its owner with a repost', repost, 'reposter', { own: true, managed: 'r', undo: true, repost: false, report: false }],
    ['the proxy owner with a repost', repost, 'author', { own: false, managed: 'p', undo: false, repost: false, report: true }],
    [
      'somebody with a post of a circle',
      post({ post_audience: 'interests' }),
      'me',
      { own: false, managed: null, undo: false, repost: false, report: true },
    ],
  ])('%s', (_what, shown, me, rights) => expect(rightsOn(shown, me)).toEqual(rights));
});

describe('the pictures of a post', () => {
  it('are one name, a list or none', () => {
    expect(picturesOf('none')).toEqual([]);
    expect(picturesOf('/media/posts/a/card.webp')).toEqual(['/media/posts/a/card.webp']);
    expect(picturesOf('["a","none",3]')).toEqual(['a']);
    expect(picturesOf('[broken')).toEqual([]);
    expect(tagsOf('["a","b"]')).toEqual(['a', 'b']);
  });

  it('come in the widths that the server says, as AVIF and WebP', () => {
    const name = '/media/posts/abc/card.webp';
    const stored = { media_name: name, width: 700, height: 538, widths: [390, 700], placeholder: 'data:image/webp;base64,AA' };
    expect(renditionsOf(name, stored)).toEqual({
      src: '/media/posts/abc/card.jpg',
      sources: [
        { type: 'image/avif', srcSet: '/media/posts/abc/390.avif 390w, /media/posts/abc/700.avif 700w' },
        { type: 'image/webp', srcSet: '/media/posts/abc/390.webp 390w, /media/posts/abc/700.webp 700w' },
      ],
      width: 700,
      height: 538,
      placeholder: 'data:image/webp;base64,AA',
    });
  });

  it('come as card and full where the server says nothing of them', () => {
    const sources = [{ type: 'image/webp', srcSet: '/media/posts/abc/card.webp 650w, /media/posts/abc/full.webp 1300w' }];
    expect(renditionsOf('/media/posts/abc/card.webp')).toEqual({ src: '/media/posts/abc/card.jpg', sources, width: 650, height: 500 });
    const elsewhere = 'https://elsewhere.example/card.webp';
    expect(renditionsOf(elsewhere)).toEqual({ src: elsewhere, width: 650, height: 500 });
  });

  it.each([
    [{}, true],
    [{ status: 'bookmarked' }, true],
    [{ post_audience: 'trusted' }, false],
    [{ post_mature: 'yes' }, false],
    [{ status: 'draft', post_active: 'draft' }, false],
    [{ status: 'archived' }, false],
    [{ status: 'hidden' }, false],
    [{ post_active: 'schedule' }, false],
  ] as [Partial<FeedPost>, boolean][])('of %j are open to everybody: %s', (more, open) => expect(isForEverybody(post(more))).toBe(open));
});

describe('the grid', () => {
  it('is trimmed to whole rows of four where it is shorter than its limit', () => {
    const posts = Array.from({ length: 7 }, (_, index) => post({ post_id: String(index) }));
    expect(trimToRows(posts, 20)).toHaveLength(4);
    expect(trimToRows(posts, 7)).toHaveLength(7);
    expect(trimToRows(posts.slice(0, 3), 20)).toHaveLength(3);
    expect(trimToRows(posts, undefined)).toHaveLength(7);
  });

  it.each([
    [358, 390, 1],
    [700, 768, 2],
    [1000, 1080, 3],
    [1424, 1504, 4],
    [2400, 2560, 4],
  ])('of %i px on a screen of %i px has %i columns', (width, screen, count) => expect(columnsOf(width, screen).count).toBe(count));
});
