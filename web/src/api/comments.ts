import type { Dispatch as PlainDispatch } from '@reduxjs/toolkit';
import type { Envelope } from './envelope';
import { openhoursApi } from './openhours';
import { changePost } from './posts';
import type { PostComment, PostHistory } from './types';

/** How many comments a page brings. */
const PAGE_SIZE = 20;

type Dispatch = (action: unknown) => unknown;

/** What was said below a post and who passed it on, page by page; the newest first. */
export const commentsApi = openhoursApi.injectEndpoints({
  endpoints: (build) => ({
    commentPages: build.infiniteQuery<PostHistory, string, string>({
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
        refetchCachedPages: false,
      },
      query: ({ queryArg, pageParam }) => ({
        url: `/api/get_feed_post_comment_and_repost_history/${encodeURIComponent(queryArg)}`,
        params: { limit: PAGE_SIZE, cursor: pageParam },
      }),
      transformResponse: ({ data }: Envelope<PostHistory>) => data,
    }),
  }),
});

export const { useCommentPagesInfiniteQuery } = commentsApi;

/** Comments that posts' counts know of: one's own is told twice, by the answer and by the news. */
const counted = new Set<string>();

function countOnce(dispatch: PlainDispatch, postId: string, commentId: string): void {
  if (counted.has(commentId)) return;
  counted.add(commentId);
  changePost(dispatch, postId, ({ comment_count }) => ({ comment_count: comment_count + 1 }));
}

/** Puts comments that are not there yet at the top of a post's list. */
function placeComments(dispatch: PlainDispatch, postId: string, comments: readonly PostComment[]): void {
  (dispatch as Dispatch)(
    commentsApi.util.updateQueryData('commentPages', postId, ({ pages }) => {
      const known = new Set(pages.flatMap((page) => page.comments.map(({ post_comments_id }) => post_comments_id)));
      pages[0]?.comments.unshift(...comments.filter(({ post_comments_id }) => !known.has(post_comments_id)));
    }),
  );
}

/** A comment that was just written is in the list and in the count. */
export function commentAdded(dispatch: PlainDispatch, comment: PostComment): void {
  countOnce(dispatch, comment.post_id, comment.post_comments_id);
  placeComments(dispatch, comment.post_id, [comment]);
}

/** A comment that was deleted is in neither. */
export function commentRemoved(dispatch: PlainDispatch, postId: string, commentId: string): void {
  changePost(dispatch, postId, ({ comment_count }) => ({ comment_count: Math.max(0, comment_count - 1) }));
  (dispatch as Dispatch)(
    commentsApi.util.updateQueryData('commentPages', postId, ({ pages }) => {
      for (const page of pages) page.comments = page.comments.filter(({ post_comments_id }) => post_comments_id !== commentId);
    }),
  );
}

/** News of a comment: it is counted, and where the post's comments are shown the newest are fetched and put on top. */
export function commentHeard(dispatch: PlainDispatch, postId: string, commentId: string): void {
  countOnce(dispatch, postId, commentId);
  (dispatch as Dispatch)(async (run: Dispatch, getState: () => Parameters<typeof commentsApi.util.selectInvalidatedBy>[0]) => {
    const shown = commentsApi.util.selectCachedArgsForQuery(getState(), 'commentPages').includes(postId);
    if (!shown) return;
    // What was asked for before the news may not hold it yet, and would replace what is put on top.
    await run(commentsApi.util.getRunningQueryThunk('commentPages', postId));
    await run(openhoursApi.util.getRunningQueryThunk('getFeedPostCommentAndRepostHistory', { postId }));
    const { initiate } = openhoursApi.endpoints.getFeedPostCommentAndRepostHistory;
    const asked = run(initiate({ postId }, { subscribe: false, forceRefetch: true })) as ReturnType<ReturnType<typeof initiate>>;
    const { data } = await asked;
    if (data) placeComments(run as PlainDispatch, postId, data.data.comments);
  });
}
