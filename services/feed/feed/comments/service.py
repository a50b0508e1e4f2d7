"""Commenting (product.md 6.6): who may, and what is announced."""

from datetime import datetime
from typing import Final

from chassis.db import Connection, Transaction
from chassis.errors import Forbidden, NotFound, Unauthenticated
from chassis.http.envelope import refuse
from chassis.http.paging import Page, cursor_of
from chassis.ids import new_id
from chassis.outbox import emit
from chassis.projections import wait_for_projection
from contracts.events.feed import CommentAdded
from contracts.rules.messages import ACTION_MESSAGES

from feed.alert_preview import alert_preview_for
from feed.comments import store
from feed.comments.schemas import CommentShown, CommentStored, History, NewComment
from feed.comments.store import Comment
from feed.posts.serializers import post_facts
from feed.posts.store import Post, post_of
from feed.projections.store import Author, author_of, blocked_accounts_of, have_met
from feed.timeline.store import is_visible
from feed.timeline.visibility import visible_content

SHOWN_REPOSTS: Final = 100
NOT_OUT: Final = "Only a post that others can see can be commented on."


async def comment_on_post(tx: Transaction, account_id: str, new: NewComment, now: datetime) -> CommentStored:
    """Comment on a post: its owner, and clients who have completed a session with them.

    Raises `NotFound` for a post that the account may not see, `Refused` where it may not comment.
    """
    post = await visible_content(tx, account_id, new.iv_post_id, now)
    if post.owner_id == account_id and not await is_visible(tx, account_id, post.id, now):
        raise refuse(NOT_OUT)  # the comment's event would reveal a post that nobody may see yet
    if not await may_comment(tx, post, account_id):
        raise refuse(ACTION_MESSAGES["comment_needs_session"])
    author = await wait_for_projection(lambda: author_of(tx, account_id))
    if author is None:
        raise Unauthenticated
    comment = await _add(tx, post, author, new.iv_post_comment, now)
    preview = alert_preview_for(post.owner_id, "comment_added", "commented on your post", author)
    return CommentStored(comment_data=comment, notification_data=preview)


async def _add(tx: Transaction, post: Post, author: Author, words: str, now: datetime) -> CommentShown:
    comment = Comment(id=new_id(), post_id=post.id, author_id=author.id, words=words, created_at=now)
    await store.add_comment(tx, comment)
    await emit(
        tx,
        CommentAdded(
            comment_id=comment.id,
            post=post_facts(post),
            author_id=author.id,
            author_name=author.name,
            text=words,
            hidden_from=await blocked_accounts_of(tx, post.owner_id, author.id),
        ),
    )
    return CommentShown(
        post_comments_id=comment.id,
        post_id=comment.post_id,
        owner_id=comment.author_id,
        comment=comment.words,
        avatar=author.avatar,
        username=author.username,
        name=author.name,
        onboardProfile=author.provider,
        created_date=comment.created_at,
    )


async def delete_comment(tx: Transaction, account_id: str, comment_id: str, now: datetime) -> None:
    """Delete an own comment, or any below an own post (product.md 6.6).

    Raises `NotFound` for an unknown one or below a post that cannot be seen, else `Forbidden`.
    """
    comment = await store.lock_comment(tx, comment_id)
    if comment is None:
        raise NotFound("This comment does not exist.")
    post = await post_of(tx, comment.post_id)
    if account_id not in {comment.author_id, post.owner_id if post else ""}:
        await visible_content(tx, account_id, comment.post_id, now)
        raise Forbidden("Only its author and the post's owner can delete a comment.")
    await store.remove_comment(tx, comment)


async def history_of(tx: Connection, viewer: str, post_id: str, page: Page, now: datetime) -> History:
    """Comments and reposts of a post that the viewer may see; of a repost, those of its original."""
    post = await visible_content(tx, viewer, post_id, now)
    before = str(page.after[0]) if page.after else None
    comments = await store.comments_of(tx, post.id, viewer, page.limit + 1, before)
    kept = comments[: page.limit]
    more = len(comments) > page.limit
    return History(
        all_reposts=await store.reposts_of(tx, post.id, viewer, SHOWN_REPOSTS),
        comments=kept,
        may_comment=await may_comment(tx, post, viewer),
        next_cursor=cursor_of(kept[-1].post_comments_id) if more else None,
    )


async def may_comment(tx: Connection, post: Post, account_id: str) -> bool:
    """The post's owner, and clients who have completed a session with them (product.md 6.6; api.md 5)."""
    return account_id == post.owner_id or await have_met(tx, post.owner_id, account_id)
