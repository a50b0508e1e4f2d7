"""Calls about comments, and the history of a post (api.md section 5)."""

from chassis.clock import Clock
from chassis.db import Connection
from chassis.errors import Forbidden, NotFound, Unauthenticated
from chassis.http.callers import Account, Anyone, viewer_id
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done, refuse
from chassis.http.paging import PageQuery, cursor_of
from chassis.projections import wait_for_projection
from contracts.rules.messages import ACTION_MESSAGES
from fastapi import APIRouter

from feed.alert_preview import alert_preview_for
from feed.comments import store
from feed.comments.schemas import CommentDeleted, CommentGone, CommentStored, History, NewComment
from feed.posts.models import Post
from feed.posts.store import post_of
from feed.projections.store import author_of, have_met
from feed.timeline.store import is_visible
from feed.timeline.visibility import visible_content

router = APIRouter(tags=["comments"])
SHOWN_REPOSTS = 100
NOT_OUT = "Only a post that others can see can be commented on."


@router.post("/api/create_post_feed_comment")
async def create_post_feed_comment(
    new: NewComment, caller: Anyone, tx: Writing, clock: Clock
) -> Answer[CommentStored]:
    """Comment on a post: its owner, and clients who have completed a session with them."""
    if caller is None or caller.kind != "account":
        raise Unauthenticated(ACTION_MESSAGES["comment_needs_sign_in"])
    now = clock()
    post = await visible_content(tx, caller.id, new.iv_post_id, now)
    if post.owner_id == caller.id and not await is_visible(tx, caller.id, post.id, now):
        raise refuse(NOT_OUT)  # the news of a comment would tell of a post that nobody may see yet
    if not await _may_comment(tx, post, caller.id):
        raise refuse(ACTION_MESSAGES["comment_needs_session"])
    author = await wait_for_projection(lambda: author_of(tx, caller.id))
    if author is None:
        raise Unauthenticated
    comment = await store.add_comment(tx, post, author, new.iv_post_comment, now)
    news = alert_preview_for(post.owner_id, "comment_added", "commented on your post", author)
    return done(CommentStored(comment_data=comment, notification_data=news))


@router.post("/api/delete_post_feed_comment")
async def delete_post_feed_comment(
    gone: CommentGone, caller: Account, tx: Writing, clock: Clock
) -> Answer[CommentDeleted]:
    """Delete an own comment, or any below an own post."""
    comment = await store.comment_of(tx, gone.iv_post_comments_id)
    if comment is None:
        raise NotFound("This comment does not exist.")
    post = await post_of(tx, comment.post_id)
    if caller.id not in {comment.author_id, post.owner_id if post else ""}:
        await visible_content(tx, caller.id, comment.post_id, clock())
        raise Forbidden("Only its author and the post's owner can delete a comment.")
    await store.remove_comment(tx, comment)
    return done(CommentDeleted(post_comments_id=comment.id))


@router.get("/api/get_feed_post_comment_and_repost_history/{postId}")
async def get_feed_post_comment_and_repost_history(
    postId: str,  # noqa: N803 - the spec's way of writing paths
    caller: Anyone,
    tx: Reading,
    page: PageQuery,
    clock: Clock,
) -> Answer[History]:
    """Comments and reposts of a post that the caller may see; of a repost, those of its original."""
    viewer = viewer_id(caller)
    post = await visible_content(tx, viewer, postId, clock())
    before = str(page.after[0]) if page.after else None
    comments = await store.comments_of(tx, post.id, viewer, page.limit + 1, before)
    kept = comments[: page.limit]
    more = len(comments) > page.limit
    return done(
        History(
            all_reposts=await store.reposts_of(tx, post.id, viewer, SHOWN_REPOSTS),
            comments=kept,
            may_comment=await _may_comment(tx, post, viewer),
            next_cursor=cursor_of(kept[-1].post_comments_id) if more else None,
        )
    )


async def _may_comment(tx: Connection, post: Post, account_id: str) -> bool:
    """The post's owner, and clients who have completed a session with them (api.md section 5)."""
    return account_id == post.owner_id or await have_met(tx, post.owner_id, account_id)
