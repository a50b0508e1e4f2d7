import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openhoursApi } from '@/api';
import { done, failed, http, HttpResponse, provider, refused, renderAt, server } from '@/test';

const user = userEvent.setup();
const post = {
  post_id: 'p1',
  post_type: 'post',
  original_post_id: '',
  owner_id: 'account-1',
  name: 'Ada',
  username: 'ada',
  avatar: '',
  expertise: 'Pilates',
  post_brief: 'Out there',
  repost_brief: '',
  media_name: 'none',
  tags: '[]',
  status: 'active',
  post_active: 'now',
  post_date: '2026-01-01T00:00:00Z',
  created_date: '2026-01-01T00:00:00Z',
  rating_all_avg: 0,
  rating_client_size: 0,
  post_audience: 'all',
  post_mature: 'no',
  comment_count: 0,
  repost_count: 0,
  bookmark_count: 0,
  proxy_owner_id: '',
  proxy_owner_name: '',
  proxy_owner_username: '',
  proxy_owner_avatar: '',
};
const draft = { ...post, post_id: 'p2', post_brief: 'Not yet', status: 'draft', post_active: 'draft', post_date: '' };
const scheduled = { ...post, post_id: 'p3', post_brief: 'Soon', post_active: 'schedule', post_date: '2999-05-01T10:00:00Z' };
const archived = { ...post, post_id: 'p4', post_brief: 'Put away', status: 'archived' };
const repost = { ...post, post_id: 'p5', post_type: 'repost', original_post_id: 'x', post_brief: 'Of others', proxy_owner_name: 'Bea' };

/** The owner's list, filtered as the server filters it. */
function ownPosts(posts: Record<string, unknown>[] = [post, draft, scheduled, archived, repost]) {
  const requests: string[] = [];
  server.use(
    http.get('*/api/get_profile_posts/account-1', ({ request }) => {
      const status = new URL(request.url).searchParams.get('status');
      requests.push(status ?? 'all');
      const standing = (one: Record<string, unknown>) =>
        one['status'] !== 'active' ? one['status'] : one['post_active'] === 'schedule' ? 'scheduled' : 'active';
      return done(posts.filter((one) => !status || standing(one) === status));
    }),
    http.get('*/api/get_feed_post/:id', ({ params }) => {
      const found = posts.find(({ post_id }) => post_id === params['id']);
      return found ? done(found) : failed(404, 'This post does not exist.');
    }),
  );
  return requests;
}

const card = (brief: string) => screen.getByText(brief).closest('article') as HTMLElement;

describe('my posts', () => {
  it('say who sees them, where that is not everybody', async () => {
    ownPosts([post, { ...draft, post_audience: 'interests' }, { ...archived, post_audience: 'trusted', post_mature: 'yes' }]);
    renderAt('/my_posts', provider);
    expect(await screen.findByText('Circle only')).toBe(within(card('Not yet')).getByText('Circle only'));
    expect(within(card('Put away')).getByText('Trusted only')).toBeVisible();
    expect(within(card('Put away')).getByText('Mature')).toBeVisible();
    expect(within(card('Out there')).queryByText(/only|Mature/)).not.toBeInTheDocument();
  });

  it('stand with where they stand, and are narrowed by tab', async () => {
    const requests = ownPosts();
    const { place } = renderAt('/my_posts', provider);
    expect(await screen.findByText('Soon')).toBeVisible();
    expect(screen.getAllByRole('article')).toHaveLength(5);
    expect(within(card('Not yet')).getByText('draft')).toBeVisible();
    expect(within(card('Soon')).getByText('scheduled')).toBeVisible();
    expect(within(card('Soon')).getByText(/^Comes out .*2999/)).toBeVisible();
    expect(within(card('Put away')).getByText('archived')).toBeVisible();
    for (const [tab, brief] of [
      ['Scheduled', 'Soon'],
      ['Drafts', 'Not yet'],
      ['Archived', 'Put away'],
    ] as const) {
      await user.click(screen.getByRole('tab', { name: tab }));
      await waitFor(() => expect(screen.getAllByRole('article').map((one) => within(one).queryByText(brief) !== null)).toEqual([true]));
    }
    expect(place()).toBe('/my_posts?status=archived');
    expect(requests).toEqual(['all', 'scheduled', 'draft', 'archived']);
  });

  it('open the whole text of a long one in its place', async () => {
    const long = `${'word '.repeat(50)}the end`;
    ownPosts([{ ...draft, post_brief: long }]);
    renderAt('/my_posts', provider);
    await user.click(await screen.findByRole('button', { name: '... more' }));
    expect(screen.getByText(/the end$/)).toBeVisible();
    expect(screen.queryByRole('button', { name: '... more' })).toBeNull();
  });

  it('say that the staff hide one, and where to object', async () => {
    ownPosts([{ ...post, status: 'hidden' }]);
    renderAt('/my_posts', provider);
    expect(await screen.findByText('Hidden by Openhours')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ask us to look again' })).toHaveAttribute('href', '/user_request?topic=appeal');
    await user.click(screen.getByRole('button', { name: 'Manage post' }));
    await user.click(await screen.findByRole('combobox', { name: 'Action' }));
    expect((await screen.findAllByRole('option', { hidden: true })).map((one) => one.textContent)).toEqual(['Delete post']);
  });

  it('may fail, may be none, and none of a kind', async () => {
    server.use(http.get('*/api/get_profile_posts/*', () => failed(503, 'Temporary server issue')));
    renderAt('/my_posts', provider);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    ownPosts([]);
    await user.click(retry);
    expect(await screen.findByText('You are yet to post any content.')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Drafts' }));
    expect(await screen.findByText('You keep no drafts.')).toBeVisible();
  });

  it('come page by page', async () => {
    server.use(
      http.get('*/api/get_profile_posts/account-1', ({ request }) => {
        const cursor = new URL(request.url).searchParams.get('cursor');
        const message = { main_msg: '', iv_msg: {} };
        if (!cursor) return HttpResponse.json({ status: true, message, data: [post] }, { headers: { 'X-Next-Cursor': 'c2' } });
        return HttpResponse.json({ status: true, message, data: [{ ...post, post_id: 'older', post_brief: 'Long ago' }] });
      }),
    );
    renderAt('/my_posts', provider);
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('Long ago')).toBeVisible();
    expect(screen.getByText('Out there')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });
});

async function manage(brief: string) {
  await user.click(within(card(brief)).getByRole('button', { name: /Manage post|Undo repost/ }));
  return screen.findByRole('dialog');
}

async function choose(dialog: HTMLElement, action: string) {
  await user.click(await within(dialog).findByRole('combobox', { name: 'Action' }));
  await user.click(await screen.findByRole('option', { name: action, hidden: true }));
}

function acting(answer: () => Response = () => done({ post_id: '', status: 'archived' })) {
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/feed_post_delete_archive_restore', async ({ request }) => {
      sent.push(await request.json());
      return answer() as ReturnType<typeof done>;
    }),
  );
  return sent;
}

describe('managing a post', () => {
  it.each([
    ['Out there', ['Archive post', 'Delete post']],
    ['Put away', ['Restore post', 'Delete post']],
    ['Not yet', ['Edit post', 'Delete post']],
    ['Soon', ['Edit post', 'Delete post']],
    ['Of others', ['Undo repost']],
  ])('offers for %j what can become of it', async (brief, actions) => {
    ownPosts();
    renderAt('/my_posts', provider);
    await screen.findByText(brief);
    const dialog = await manage(brief);
    await user.click(await within(dialog).findByRole('combobox', { name: 'Action' }));
    expect((await screen.findAllByRole('option', { hidden: true })).map((one) => one.textContent)).toEqual(actions);
  });

  it('is of the post as it is by now, whatever an earlier look at it left', async () => {
    const posts = [{ ...post }];
    ownPosts(posts);
    const { store } = renderAt('/my_posts', provider);
    await screen.findByText('Out there');
    await act(async () => void (await store.dispatch(openhoursApi.endpoints.getFeedPost.initiate('p1'))));
    posts[0] = { ...post, status: 'archived' };
    const dialog = await manage('Out there');
    await user.click(await within(dialog).findByRole('combobox', { name: 'Action' }));
    expect(await screen.findByRole('option', { name: 'Restore post', hidden: true })).toBeInTheDocument();
  });

  it('wants an action, does it, says so and closes after two seconds', async () => {
    const posts = [{ ...post }];
    ownPosts(posts);
    const sent = acting(() => {
      posts[0] = { ...post, status: 'archived' };
      return done({ post_id: 'p1', status: 'archived' });
    });
    const { place } = renderAt('/my_posts', provider);
    await screen.findByText('Out there');
    const dialog = await manage('Out there');
    expect(await screen.findByRole('dialog', { name: 'Manage Post' })).toBe(dialog);
    expect(place()).toBe('/my_posts?dialog=manage_post&post=p1');
    await user.click(await within(dialog).findByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Select an action from the drop down.')).toBeVisible();
    await choose(dialog, 'Archive post');
    await user.click(within(dialog).getByRole('button', { name: 'Archive post' }));
    expect(await screen.findByText('Your post was archived')).toBeVisible();
    const from = Date.now();
    expect(sent).toEqual([{ iv_post_id: 'p1', iv_action: 'archive' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(Date.now() - from).toBeGreaterThan(1500);
    expect(within(card('Out there')).getByText('archived')).toBeVisible();
  });

  it('takes an archived post out of every other list', async () => {
    ownPosts();
    acting(() => done({ post_id: 'p1', status: 'archived' }));
    server.use(http.get('*/api/get_feed_posts', () => done([post, { ...post, post_id: 'p6', post_brief: 'Another' }])));
    renderAt('/feed?dialog=manage_post&post=p1', provider);
    const dialog = await screen.findByRole('dialog');
    await choose(dialog, 'Archive post');
    await user.click(within(dialog).getByRole('button', { name: 'Archive post' }));
    expect(await screen.findByText('Your post was archived')).toBeVisible();
    const feed = within(screen.getByRole('feed', { hidden: true }));
    expect(feed.getByText('Another')).toBeInTheDocument();
    await waitFor(() => expect(feed.queryByText('Out there')).not.toBeInTheDocument());
  });

  it('asks once more before it deletes, and takes the post out of the list', async () => {
    ownPosts();
    const sent = acting(() => done({ post_id: 'p2', status: 'deleted' }));
    renderAt('/my_posts', provider);
    await screen.findByText('Not yet');
    const dialog = await manage('Not yet');
    await choose(dialog, 'Delete post');
    await user.click(within(dialog).getByRole('button', { name: 'Delete post' }));
    expect(within(dialog).getByText('Delete this post for good?')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'No' }));
    expect(sent).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Delete post' }));
    await user.click(within(dialog).getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('Your post was deleted')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Not yet')).not.toBeInTheDocument());
    expect(sent).toEqual([{ iv_post_id: 'p2', iv_action: 'delete' }]);
  });

  it('undoes a repost, which is all that can be done with one', async () => {
    ownPosts();
    const sent = acting(() => done({ post_id: 'p5', status: 'deleted' }));
    renderAt('/my_posts?dialog=manage_post&post=p5', provider);
    const dialog = await screen.findByRole('dialog', { name: 'Undo repost' });
    await user.click(within(dialog).getByRole('button', { name: 'Undo repost' }));
    await user.click(within(dialog).getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('Your repost was undone')).toBeVisible();
    expect(sent).toEqual([{ iv_post_id: 'p5', iv_action: 'delete' }]);
  });

  it('says why it cannot be done', async () => {
    ownPosts();
    acting(() => refused('Only a post that is active can be archived.'));
    renderAt('/my_posts?dialog=manage_post&post=p1', provider);
    const dialog = await screen.findByRole('dialog', { name: 'Manage Post' });
    await choose(dialog, 'Archive post');
    await user.click(within(dialog).getByRole('button', { name: 'Archive post' }));
    expect(await within(dialog).findByText('Only a post that is active can be archived.')).toBeVisible();
  });

  it('is not for the posts of others, nor for those that are gone', async () => {
    ownPosts([{ ...post, owner_id: 'somebody' }]);
    const { router } = renderAt('/my_posts?dialog=manage_post&post=p1', provider);
    expect(await screen.findByText('Only its owner can manage a post.')).toBeVisible();
    await act(() => router.navigate('/my_posts?dialog=manage_post&post=gone'));
    expect(await screen.findByText('This post does not exist.')).toBeVisible();
  });

  it('leads to the composer, and from there back to the list', async () => {
    ownPosts();
    server.use(http.get('*/api/get_account_profile', () => done({ account_data: { timezone: 'UTC' } })));
    const { place } = renderAt('/my_posts', provider);
    await screen.findByText('Not yet');
    const dialog = await manage('Not yet');
    await choose(dialog, 'Edit post');
    await user.click(within(dialog).getByRole('button', { name: 'Edit post' }));
    expect(await screen.findByLabelText('Caption')).toHaveValue('Not yet');
    expect(place()).toBe('/my_posts?dialog=edit_post&post=p2');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(place()).toBe('/my_posts'));
  });
});
