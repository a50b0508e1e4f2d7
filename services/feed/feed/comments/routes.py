"""Calls about comments, and the history of a post (api.md 5)."""

from chassis.clock import Clock
from chassis.errors import Unauthenticated
from chassis.http.callers import Account, Anyone, viewer_id
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.http.paging import PageQuery
from chassis.http.route import Route
from contracts.rules.messages import ACTION_MESSAGES
from fastapi import APIRouter

from feed.comments.schemas import CommentDeleted, CommentGone, CommentStored, History, NewComment
from feed.comments.service import comment_on_post, delete_comment, history_of
from feed.projections.confirmed_callers import ConfirmedOrNoAccount

router = APIRouter(tags=["comments"], route_class=Route)


@router.post("/api/create_post_feed_comment")
async def create_post_feed_comment(
    new: NewComment, caller: ConfirmedOrNoAccount, tx: Writing, clock: Clock
) -> Answer[CommentStored]:
    """Comment on a post: its owner, and clients who have completed a session with them."""
    if caller is None or caller.kind != "account":
        raise Unauthenticated(ACTION_MESSAGES["comment_needs_sign_in"])
    return done(await comment_on_post(tx, caller.id, new, clock()))


@router.post("/api/delete_post_feed_comment")
async def delete_post_feed_comment(
    gone: CommentGone, caller: Account, tx: Writing, clock: Clock
) -> Answer[CommentDeleted]:
    """Delete an own comment, or any below an own post."""
    await delete_comment(tx, caller.id, gone.iv_post_comments_id, clock())
    return done(CommentDeleted(post_comments_id=gone.iv_post_comments_id))


@router.get("/api/get_feed_post_comment_and_repost_history/{postId}")
async def get_feed_post_comment_and_repost_history(
    postId: str,  # noqa: N803 - the contract's way of writing paths
    caller: Anyone,
    tx: Reading,
    page: PageQuery,
    clock: Clock,
) -> Answer[History]:
    """Comments and reposts of a post that the caller may see; of a repost, those of its original."""
    return done(await history_of(tx, viewer_id(caller), postId, page, clock()))
