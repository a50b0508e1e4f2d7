import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FeedPost } from '@/api';
import { broadcastReceived } from '@/realtime';
import { done, failed, http, HttpResponse, member, refused, renderAt, server } from '@/test';
import { comments, feedOf, page, post, single } from '@/test/served-posts';

/** The only card of the scrolling list. */
const cardShown = async () => within(await screen.findByRole('feed')).findByRole('article');

/** What the server says of a picture of 650 pixels. */
const stored = (media_name: string) => ({
  media_name,
  width: 650,
  height: 500,
  widths: [390, 650],
  placeholder: 'data:image/webp;base64,AAAA',
});

beforeEach(() => server.use(feedOf(post), single(post), comments()));

describe('the feed', () => {
  it('may be empty, and may be asked for again when it did not load', async () => {
    server.use(http.get('*/api/get_feed_posts', () => failed(503, 'Temporary server issue')));
    renderAt('/feed');
    const retry = await screen.findByRole('button', { name: 'Try again' });
    server.use(feedOf());
    await userEvent.click(retry);
    expect(await screen.findByText('No posts yet. Providers can be booked all the same.')).toBeVisible();
  });

  it('that does not load says so in a toast too', async () => {
    server.use(http.get('*/api/get_feed_posts', () => failed(429, 'Too many requests')));
    renderAt('/feed');
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    await waitFor(() => expect(screen.getAllByText('Too many requests')).toHaveLength(2));
  });

  it('goes on page by page; a page that does not come loses nothing and may be asked for again', async () => {
    let answers = false;
    server.use(
      http.get('*/api/get_feed_posts', ({ request }) => {
        if (!new URL(request.url).searchParams.get('cursor')) return page([post], 'next');
        return answers ? page([post, { ...post, post_id: 'p2', post_brief: 'An older one' }]) : failed(503);
      }),
    );
    renderAt('/feed');
    expect(await screen.findByText('The next posts did not load.')).toBeVisible();
    expect(screen.getByText('Five minutes for your back')).toBeInTheDocument();
    answers = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('An older one')).toBeInTheDocument();
    expect(screen.getAllByText('Five minutes for your back')).toHaveLength(1);
    expect(screen.getByText('You have seen everything.')).toBeInTheDocument();
  });

  it('is that of a tag or a category where the address says so', async () => {
    const queries: string[] = [];
    server.use(
      http.get('*/api/get_feed_posts', ({ request }) => {
        queries.push(new URL(request.url).search);
        return page([post]);
      }),
    );
    const { router } = renderAt('/feed?tag=%23Back');
    expect(await screen.findByRole('heading', { name: '#Back' })).toBeVisible();
    await waitFor(() => expect(queries).toEqual(['?tag=Back&limit=20']));
    await act(() => router.navigate('/feed?category=legal'));
    await waitFor(() => expect(queries).toEqual(['?tag=Back&limit=20', '?category=legal&limit=20']));
    expect(screen.getByRole('link', { name: 'Legal' })).toHaveAttribute('aria-current', 'page');
  });

  it("begins its categories with the account's own", async () => {
    renderAt('/feed', { ...member, fav_category: ['legal'] });
    const row = within(await screen.findByRole('navigation', { name: 'Categories' }));
    expect(
      row
        .getAllByRole('link')
        .slice(0, 3)
        .map((link) => link.textContent),
    ).toEqual(['All', 'Legal', 'Wellness']);
  });

  it("tells of others' new posts, each once, and loads them when asked", async () => {
    const { store } = renderAt('/feed', member);
    await screen.findByText('Five minutes for your back');
    const announce = (post_id: string, owner_id: string) =>
      act(() =>
        store.dispatch(
          broadcastReceived({ valid_broadcast: true, page: 'feed', action: 'new_post', broadcast_data: { post_id, owner_id } }),
        ),
      );
    announce('own', member.ownerId);
    expect(screen.queryByRole('button', { name: /new post/ })).toBeNull();
    announce('p2', 'mara-1');
    announce('p2', 'mara-1');
    announce('p3', 'mara-1');
    announce('for others', 'mara-1');
    server.use(feedOf({ ...post, post_id: 'p3', post_brief: 'Quite new' }, { ...post, post_id: 'p2', post_brief: 'New' }, post));
    await userEvent.click(await screen.findByRole('button', { name: '3 new posts' }));
    expect(await screen.findByText('Quite new')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /new post/ })).toBeNull();
  });

  it('begins with the favourite category, which is seen and can be taken off for the visit', async () => {
    const queries: string[] = [];
    server.use(
      http.get('*/api/get_feed_posts', ({ request }) => {
        queries.push(new URL(request.url).search);
        return page([post]);
      }),
    );
    const liking = { ...member, fav_category: ['legal', 'wellness'] };
    const { place, router } = renderAt('/feed', liking);
    const chosen = await screen.findByRole('link', { name: 'Legal' });
    expect(chosen).toHaveAttribute('aria-current', 'page');
    expect(screen.getByText(/^It begins with what you like/)).toBeVisible();
    await waitFor(() => expect(queries).toEqual(['?category=legal&limit=20']));
    await userEvent.click(chosen);
    await waitFor(() => expect(queries).toEqual(['?category=legal&limit=20', '?limit=20']));
    expect(place()).toBe('/feed?category=all');
    // The posts are asked for before the screen changes, which is what remembers the choice.
    await waitFor(() => expect(screen.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'page'));
    await act(() => router.navigate('/feed'));
    expect(screen.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'page');
    cleanup();
    queries.length = 0;
    renderAt('/feed', { ...liking, fav_category: ['wellness'] });
    expect(await screen.findByRole('link', { name: 'Wellness' })).toHaveAttribute('aria-current', 'page');
    await waitFor(() => expect(queries).toEqual(['?category=wellness&limit=20']));
  });

  it('tells of no new posts where it shows one category or tag: they may be of another', async () => {
    for (const narrowed of ['category=wellness', 'tag=back']) {
      const { store } = renderAt(`/feed?${narrowed}`, member);
      await screen.findByText('Five minutes for your back');
      const news = { post_id: 'p2', owner_id: 'mara-1' };
      act(() => store.dispatch(broadcastReceived({ valid_broadcast: true, page: 'feed', action: 'new_post', broadcast_data: news })));
      expect(screen.queryByRole('button', { name: /new post/ })).toBeNull();
      cleanup();
    }
  });
});

describe('a card', () => {
  it('shows 190 characters; more opens the whole, in which no markup counts', async () => {
    const long = { ...post, post_brief: `${'<i>word</i> '.repeat(20)}the end` };
    server.use(feedOf(long), single(long));
    const { place } = renderAt('/feed');
    await userEvent.click(within(await cardShown()).getByRole('button', { name: '... more' }));
    expect(place()).toBe('/feed?autoView=true&autoActivePost=p1');
    const dialog = within(await screen.findByRole('dialog', { name: 'Post by Mara Weiss' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Show all' }));
    expect(dialog.getByText(/the end$/)).toHaveTextContent('<i>word</i>');
  });

  it('tells a guest what takes an account, and the way to sign in', async () => {
    const { place } = renderAt('/feed');
    const card = within(await cardShown());
    await userEvent.click(card.getByRole('button', { name: 'Bookmark' }));
    const toast = await screen.findByText(/You need to create an account to be able to bookmark services\./);
    await userEvent.click(within(toast).getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(place()).toBe('/sign_in'));
  });

  it('says where there are no ratings yet', async () => {
    server.use(feedOf({ ...post, rating_all_avg: 0, rating_client_size: 0 }));
    renderAt('/feed');
    expect(within(await cardShown()).getByText('no ratings yet')).toBeVisible();
  });

  it.each(['Share', 'Report', 'Repost'])('tells a guest that it takes an account: %s', async (action) => {
    const { place } = renderAt('/feed');
    await userEvent.click(within(await cardShown()).getByRole('button', { name: action }));
    expect(await screen.findByText(/You need to sign in or create an account to be able to use this function/)).toBeVisible();
    expect(place()).toBe('/feed');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('of a repost names who passed it on, and leads to whom one books', async () => {
    const repost: FeedPost = {
      ...post,
      post_id: 'r1',
      post_type: 'repost',
      original_post_id: 'p1',
      owner_id: 'olu',
      name: 'Olu',
      username: 'olu',
      repost_brief: 'Go there',
      proxy_owner_id: 'mara-1',
      proxy_owner_name: 'Mara Weiss',
      proxy_owner_username: 'mara',
    };
    server.use(feedOf(repost));
    renderAt('/feed', { ...member, ownerId: 'olu' });
    const card = within(await cardShown());
    expect(card.getByRole('link', { name: 'Reposted by Olu' })).toHaveAttribute('href', '/p/olu');
    expect(card.getByRole('link', { name: /Mara Weiss/ })).toHaveAttribute('href', '/p/mara');
    expect(card.getByText('Go there')).toBeVisible();
    expect(card.getByRole('button', { name: 'Undo repost' })).toBeVisible();
    expect(card.getByRole('link', { name: 'Manage post' })).toHaveAttribute('href', '/feed?dialog=manage_post&post=r1');
    cleanup();
    // Who wrote the original manages that one from somebody else's repost.
    renderAt('/feed', { ...member, ownerId: 'mara-1' });
    const original = within(await cardShown()).getByRole('link', { name: 'Manage your original post' });
    expect(original).toHaveAttribute('href', '/feed?dialog=manage_post&post=p1');
  });

  it('is for adults only behind a tap', async () => {
    server.use(feedOf({ ...post, post_id: 'adult', post_mature: 'yes' }));
    renderAt('/feed', member);
    const card = within(await cardShown());
    expect(card.queryByText('Five minutes for your back')).toBeNull();
    await userEvent.click(card.getByRole('button', { name: 'Show it' }));
    expect(card.getByText('Five minutes for your back')).toBeVisible();
  });

  it('loads the first picture of the screen at once, those of other posts near the viewport, and a further one when it is reached for', async () => {
    const names = ['a', 'b'].map((name) => `/media/posts/${name}/card.webp`);
    const media_name = JSON.stringify(names);
    server.use(feedOf({ ...post, media_name, pictures: names.slice(0, 1).map(stored) }, { ...post, post_id: 'p2', media_name }));
    renderAt('/feed', member);
    await waitFor(async () => expect(within(await screen.findByRole('feed')).getAllByRole('article')).toHaveLength(2));
    const shown = () => [...document.querySelectorAll<HTMLImageElement>('picture > img[src^="/media/posts"]')];
    const facts = () =>
      shown().map((image) => [image.getAttribute('src'), image.getAttribute('loading'), image.getAttribute('fetchpriority')]);
    expect(facts()).toEqual([
      ['/media/posts/a/card.jpg', 'eager', 'high'],
      ['/media/posts/a/card.jpg', 'lazy', null],
    ]);
    const [strip] = screen.getAllByRole('group', { name: /2 pictures/ });
    await userEvent.hover(strip ?? document.body);
    expect(facts()[1]).toEqual(['/media/posts/b/card.jpg', 'lazy', null]);
    const images = shown();
    const offered = images.slice(0, 2).map((image) => image.parentElement?.querySelector('source')?.srcset);
    expect(offered).toEqual([
      '/media/posts/a/390.avif 390w, /media/posts/a/650.avif 650w',
      '/media/posts/b/card.webp 650w, /media/posts/b/full.webp 1300w',
    ]);
  });

  it("fetches a picture that is not for everybody in the viewer's name, and gives it back", async () => {
    const [made, revoked] = [vi.fn(() => 'blob:one'), vi.fn()];
    Object.assign(URL, { createObjectURL: made, revokeObjectURL: revoked });
    onTestFinished(() => ['createObjectURL', 'revokeObjectURL'].forEach((name) => Reflect.deleteProperty(URL, name)));
    const bearers: (string | null)[] = [];
    server.use(
      feedOf({
        ...post,
        post_audience: 'interests',
        media_name: '["/media/posts/abc/card.webp"]',
        pictures: [stored('/media/posts/abc/card.webp')],
      }),
      http.get('*/media/posts/abc/card.webp', async ({ request }) => {
        await waitFor(() => expect(document.querySelector<HTMLElement>('[aria-busy][style*="data:image/webp"]')).not.toBeNull());
        bearers.push(request.headers.get('authorization'));
        return new HttpResponse(new Uint8Array([1]), { headers: { 'content-type': 'image/webp' } });
      }),
    );
    const { router } = renderAt('/feed', member);
    await waitFor(() => expect(document.querySelector('img[src="blob:one"]')).not.toBeNull());
    await act(() => router.navigate('/privacy_policy'));
    await waitFor(() => expect(revoked).toHaveBeenCalledTimes(made.mock.calls.length));
    expect(new Set(bearers)).toEqual(new Set(['Bearer token-of-the-test']));
  });
});

describe('a bookmark', () => {
  it('shows at once, and goes back when the server does not follow', async () => {
    let answer: (() => void) | undefined;
    server.use(
      http.post('*/api/add_new_bookmark', async () => {
        await new Promise<void>((resolve) => (answer = resolve));
        return failed(503, 'Temporary server issue');
      }),
    );
    renderAt('/feed', member);
    const button = within(await cardShown()).getByRole('button', { name: 'Bookmark' });
    await userEvent.click(button);
    await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'true'));
    expect(button).toHaveAccessibleName('Bookmark 1');
    await waitFor(() => expect(answer).toBeDefined());
    answer?.();
    await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'false'));
    expect(button).toHaveAccessibleName('Bookmark');
  });

  it('that is taken away leaves the list of bookmarks', async () => {
    server.use(
      http.get('*/api/get_bookmarked_posts', () => page([{ ...post, status: 'bookmarked', bookmark_count: 1 }])),
      http.post('*/api/remove_existing_bookmark', () => done({ bookmark_info: {} })),
    );
    renderAt('/my_bookmarks', member);
    await userEvent.click(within(await cardShown()).getByRole('button', { name: 'Bookmark 1' }));
    expect(await screen.findByText('Posts you bookmark are kept here.')).toBeVisible();
    expect(await screen.findByText('Bookmark was successfully remove from your post')).toBeVisible();
  });
});

describe('a repost', () => {
  it('asks first, keeps the words when it is refused, and is told when it is done', async () => {
    server.use(http.post('*/api/create_repost_feed_content', () => refused('You have already reposted this post.')));
    renderAt('/feed?autoView=post_repost&autoActivePost=p1', member);
    const dialog = within(await screen.findByRole('dialog', { name: 'Repost content' }));
    await userEvent.type(await dialog.findByLabelText('What you say about it'), 'Go there');
    await userEvent.click(dialog.getByRole('button', { name: 'Repost' }));
    expect(dialog.getByText('Confirm Repost?')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Yes' }));
    expect(await dialog.findByText('You have already reposted this post.')).toBeVisible();
    expect(dialog.getByLabelText('What you say about it')).toHaveValue('Go there');
    server.use(
      http.post('*/api/create_repost_feed_content', () => done({ repost_data: { ...post, post_id: 'r1' }, notification_data: null })),
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Yes' }));
    expect(await dialog.findByText('Your repost is out')).toBeVisible();
  });
});

describe('an address', () => {
  it('of a post that is gone says so', async () => {
    server.use(http.get('*/api/get_feed_post/gone', () => failed(404, 'This post does not exist.')));
    renderAt('/feed?autoView=true&autoActivePost=gone');
    expect(await screen.findByText('This post is not here any more.')).toBeVisible();
  });

  it('keeps naming the post while one signs in, and opens nothing meanwhile', async () => {
    const granted = { session_data: member, access_token: 'token', access_token_expiry: '2999-01-01T00:00:00Z' };
    server.use(http.post('*/api/sign_in', () => done(granted)));
    const { place } = renderAt('/sign_in?autoView=post_comment&autoActivePost=p1');
    await userEvent.type(await screen.findByLabelText('E-mail'), 'ada@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(place()).toBe('/feed?autoView=post_comment&autoActivePost=p1'));
    expect(await screen.findByRole('dialog', { name: 'All comments' })).toBeVisible();
  });

  it('to sign in for a post leads somebody who is signed in to the post', async () => {
    const { place } = renderAt('/sign_in?autoView=true&autoActivePost=p1', member);
    await waitFor(() => expect(place()).toBe('/feed?autoView=true&autoActivePost=p1'));
  });
});
