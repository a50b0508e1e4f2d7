import type { Dispatch as PlainDispatch } from '@reduxjs/toolkit';
import type { Envelope } from './envelope';
import { openhoursApi, readableOffline } from './openhours';
import { isKnown, showUpdate, updateKind, type WithOverlay } from './overlay';
import { changePost } from './posts';
import type { PostComment, PostHistory } from './types';

/** How many comments one page holds. */
const PAGE_SIZE = 20;

type Dispatch = (action: unknown) => unknown;
type State = WithOverlay & Parameters<typeof openhoursApi.util.selectInvalidatedBy>[0];

/** The comments and reposts of a post, page by page, the newest first. */
const commentsApi = openhoursApi.injectEndpoints({
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
      extraOptions: readableOffline,
    }),
  }),
});

export const { useCommentPagesInfiniteQuery } = commentsApi;

/** A comment that was written under a post. */
const commentWritten = updateKind<PostComment>('comment');
/** A comment that was deleted. */
const commentDeleted = updateKind<null>('comment_deleted');
/** A comment that is included in the count of its post. */
const COUNTED = 'comment_counted';
const commentCounted = updateKind<null>(COUNTED);

/** The cached pages of a post's comments and reposts. */
interface CachedPages {
  pages: PostHistory[];
}

commentWritten.shownIn<CachedPages>('commentPages', ({ pages }, { id, value: comment }, { arg }) => {
  const isShown = pages.some(({ comments }) => comments.some(({ post_comments_id }) => post_comments_id === id));
  if (comment.post_id === arg && !isShown) pages[0]?.comments.unshift(comment);
});
commentDeleted.shownIn<CachedPages>('commentPages', ({ pages }, { id }) => {
  for (const page of pages) page.comments = page.comments.filter(({ post_comments_id }) => post_comments_id !== id);
});

/** Counts a comment on its post once. The user's own comment arrives twice: in the answer and over the socket. */
function countOnce(dispatch: PlainDispatch, postId: string, commentId: string): void {
  (dispatch as Dispatch)((_run: Dispatch, getState: () => WithOverlay) => {
    if (isKnown(getState(), COUNTED, commentId)) return;
    // A revision makes the overlay remember the update, so that the comment counts only once.
    showUpdate(dispatch, commentCounted.of(commentId, null, 1));
    changePost(dispatch, postId, ({ comment_count }) => ({ comment_count: comment_count + 1 }));
  });
}

/** Shows a comment that the user has just written, and counts it. */
export function commentAdded(dispatch: PlainDispatch, comment: PostComment): void {
  countOnce(dispatch, comment.post_id, comment.post_comments_id);
  showUpdate(dispatch, commentWritten.of(comment.post_comments_id, comment));
}

/** Takes a deleted comment out of its post's list and count. */
export function commentRemoved(dispatch: PlainDispatch, postId: string, commentId: string): void {
  changePost(dispatch, postId, ({ comment_count }) => ({ comment_count: Math.max(0, comment_count - 1) }));
  showUpdate(dispatch, commentDeleted.of(commentId, null));
}

/** Counts a comment that was announced by its id. Where the post's comments are shown, the newest are fetched and put on top. */
export function commentAnnounced(dispatch: PlainDispatch, postId: string, commentId: string): void {
  countOnce(dispatch, postId, commentId);
  (dispatch as Dispatch)(async (run: Dispatch, getState: () => State) => {
    const isShown = commentsApi.util.selectCachedArgsForQuery(getState(), 'commentPages').includes(postId);
    if (!isShown) return;
    // A call that is already running may lack the comment; without this it would be reused.
    await run(openhoursApi.util.getRunningQueryThunk('getFeedPostCommentAndRepostHistory', { postId }));
    const { initiate } = openhoursApi.endpoints.getFeedPostCommentAndRepostHistory;
    const request = run(initiate({ postId }, { subscribe: false, forceRefetch: true })) as ReturnType<ReturnType<typeof initiate>>;
    const { data } = await request;
    for (const comment of data?.data.comments.toReversed() ?? []) {
      showUpdate(dispatch, commentWritten.of(comment.post_comments_id, comment));
    }
  });
}
