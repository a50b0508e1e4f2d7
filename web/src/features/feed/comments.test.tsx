import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { commentAnnounced } from '@/api/comments';
import { delay, done, failed, http, member, refused, renderAt, server } from '@/test';
import { comment, comments, feedOf, history, post, single } from '@/test/served-posts';

beforeEach(() => server.use(feedOf(post), single(post), comments()));

describe('comments', () => {
  const opened = '/feed?autoView=post_comment&autoActivePost=p1';

  it('keep what was typed when they are refused, and are counted once when they are taken', async () => {
    server.use(http.post('*/api/create_post_feed_comment', () => refused('', { iv_post_comment: 'Too rude.' })));
    const { store } = renderAt(opened, member);
    const dialog = within(await screen.findByRole('dialog', { name: 'All comments' }));
    expect(await dialog.findByText('There are currently no comments for this post.')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Add comment' }));
    await userEvent.type(dialog.getByLabelText('Your comment'), 'It <b>helps</b>');
    await userEvent.click(dialog.getByRole('button', { name: 'Add comment' }));
    expect(await dialog.findByText('Too rude.')).toBeVisible();
    expect(dialog.getByLabelText('Your comment')).toHaveValue('It <b>helps</b>');
    server.use(http.post('*/api/create_post_feed_comment', () => done({ comment_data: comment, notification_data: null })));
    await userEvent.click(dialog.getByRole('button', { name: 'Add comment' }));
    // The field keeps the text until the answer is there.
    expect(await dialog.findByText('It <b>helps</b>', { ignore: 'textarea' })).toBeVisible();
    act(() => ['c1', 'c1', 'c2'].forEach((commentId) => commentAnnounced(store.dispatch, 'p1', commentId)));
    expect(dialog.getAllByText('It <b>helps</b>')).toHaveLength(1);
    expect(await screen.findByRole('button', { name: 'Comments 2', hidden: true })).toBeInTheDocument();
  });

  it('bring the one that a link names into sight, from older pages too, and say when it is gone', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    onTestFinished(() => scrolled.mockRestore());
    const numbered = (id: string) => ({ ...comment, post_comments_id: id, comment: `Word ${id}` });
    const cursors: string[] = [];
    server.use(
      http.get('*/api/get_feed_post_comment_and_repost_history/p1', ({ request }) => {
        const cursor = new URL(request.url).searchParams.get('cursor') ?? '';
        cursors.push(cursor);
        if (cursor === 'b') return done(history({ comments: [numbered('c1')], next_cursor: 'c' }));
        return done(
          cursor
            ? history({ comments: [numbered('c5'), numbered('c3')], next_cursor: 'b' })
            : history({ comments: [numbered('c9')], next_cursor: 'a' }),
        );
      }),
    );
    renderAt(`${opened}&comment=c3`, member);
    const dialog = within(await screen.findByRole('dialog', { name: 'All comments' }));
    const row = (await dialog.findByText('Word c3')).closest('li');
    expect(row).toHaveAttribute('aria-current', 'true');
    expect(scrolled.mock.instances).toContain(row);
    expect(dialog.getByText('Word c9').closest('li')).not.toHaveAttribute('aria-current');
    cleanup();
    renderAt(`${opened}&comment=c4`, member);
    expect(await screen.findByText('This comment is no longer there.')).toBeVisible();
    expect(cursors).toEqual(['', 'a', '', 'a']);
  });

  it('come by themselves while the list is still on its way: its answer is older', async () => {
    let requestCount = 0;
    server.use(
      http.get('*/api/get_feed_post_comment_and_repost_history/p1', async () => {
        requestCount += 1;
        if (requestCount > 1) return done(history({ comments: [comment] }));
        await delay(100);
        return done(history());
      }),
    );
    const { store } = renderAt(opened, member);
    await waitFor(() => expect(requestCount).toBe(1));
    act(() => commentAnnounced(store.dispatch, 'p1', 'c-while-loading'));
    expect(await screen.findByText('It <b>helps</b>')).toBeVisible();
  });

  it.each([
    ['a guest', undefined, 'You have to be sign in and also complete a sesssion with this provider to be able to comment on their post.'],
    ['a client without a session', member, 'You have to complete a sesssion with this provider to be able to comment on their post.'],
  ])('are not for %s', async (_who, session, sentence) => {
    server.use(comments({ may_comment: false }));
    renderAt(opened, session);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add comment' })).toBeNull();
  });

  it("are deleted by their author, or by the post's, and older ones are asked for", async () => {
    const other = { ...comment, post_comments_id: 'c0', owner_id: 'else', name: 'Else', comment: 'An older word' };
    server.use(
      http.get('*/api/get_feed_post_comment_and_repost_history/p1', ({ request }) =>
        done(
          new URL(request.url).searchParams.get('cursor')
            ? history({ comments: [other] })
            : history({ comments: [comment], next_cursor: 'older' }),
        ),
      ),
      http.post('*/api/delete_post_feed_comment', () => done({ post_comments_id: 'c1' })),
    );
    renderAt(opened, { ...member, ownerId: 'olu' });
    const dialog = within(await screen.findByRole('dialog', { name: 'All comments' }));
    await userEvent.click(await dialog.findByRole('button', { name: 'Show older comments' }));
    expect(await dialog.findByText('An older word')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Delete the comment of Else' })).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete the comment of Olu' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(dialog.queryByText('It <b>helps</b>')).toBeNull());
  });

  it('go also when somebody else has deleted them already, and stay when they are not one’s own', async () => {
    server.use(
      comments({ comments: [comment, { ...comment, post_comments_id: 'c2', comment: 'Still there' }] }),
      http.post('*/api/delete_post_feed_comment', async ({ request }) =>
        ((await request.json()) as { iv_post_comments_id: string }).iv_post_comments_id === 'c1'
          ? failed(404)
          : failed(403, 'This comment is not yours.'),
      ),
    );
    renderAt(opened, { ...member, ownerId: 'olu' });
    const dialog = within(await screen.findByRole('dialog', { name: 'All comments' }));
    for (const gone of [true, false]) {
      const row = within((await dialog.findByText(gone ? 'It <b>helps</b>' : 'Still there')).closest('li') as HTMLElement);
      await userEvent.click(row.getByRole('button', { name: 'Delete the comment of Olu' }));
      await userEvent.click(row.getByRole('button', { name: 'Yes' }));
    }
    expect(await screen.findByText('This comment is not yours.')).toBeVisible();
    // A toast may come a frame before the list is shown without the comment.
    await waitFor(() => expect(dialog.queryByText('It <b>helps</b>')).toBeNull());
    expect(dialog.getByText('Still there')).toBeVisible();
  });
});
