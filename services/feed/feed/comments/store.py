"""Comments in the database, and the history of a post."""

from datetime import datetime

from chassis.db import Connection, Transaction
from chassis.ids import new_id
from chassis.outbox import emit
from contracts.events.feed import CommentAdded
from pydantic import JsonValue
from sqlalchemy import ColumnElement, Select, and_, delete, func, or_, select, update
from sqlalchemy.orm import InstrumentedAttribute

from feed.comments.models import Comment
from feed.comments.schemas import CommentShown, RepostShown
from feed.people.models import Author, Block
from feed.people.store import kept_apart
from feed.posts.models import Post
from feed.posts.store import count, facts_of


async def add_comment(tx: Transaction, post: Post, author: Author, words: str, now: datetime) -> CommentShown:
    """Keep a comment and announce it."""
    comment = Comment(id=new_id(), post_id=post.id, author_id=author.id, words=words, created_at=now)
    tx.session.add(comment)
    await tx.session.flush()
    await count(tx, post.id, comments=1)
    await emit(
        tx,
        CommentAdded(
            comment_id=comment.id,
            post=facts_of(post),
            author_id=author.id,
            author_name=author.name,
            text=words,
            hidden_from=await kept_apart(tx, post.owner_id, author.id),
        ),
    )
    return shown(comment, author)


def shown(comment: Comment, author: Author | None) -> CommentShown:
    """The comment with its author as known now."""
    return CommentShown(
        post_comments_id=comment.id,
        post_id=comment.post_id,
        owner_id=comment.author_id,
        comment=comment.words,
        avatar=author.avatar if author else "",
        username=author.username if author else "",
        name=author.name if author else "",
        onboardProfile=author.provider if author else False,
        created_date=comment.created_at,
    )


def _shut_out(viewer: str, who: InstrumentedAttribute[str]) -> ColumnElement[bool]:
    pair = or_(
        and_(Block.blocker_id == viewer, Block.blocked_id == who),
        and_(Block.blocked_id == viewer, Block.blocker_id == who),
    )
    return select(Block).where(Block.blocked, pair).exists()


async def comments_of(
    tx: Connection, post_id: str, viewer: str, limit: int, before_id: str | None
) -> list[CommentShown]:
    """Comments of a post, newest first, without those of who is suspended or kept apart by a block."""
    page: Select[Comment, Author] = (
        select(Comment, Author)
        .outerjoin(Author, Author.id == Comment.author_id)
        .where(Comment.post_id == post_id, ~_shut_out(viewer, Comment.author_id))
        .where(func.coalesce(Author.suspended, False).is_(False))
        .order_by(Comment.id.desc())
        .limit(limit)
    )
    if before_id:
        page = page.where(Comment.id < before_id)
    return [shown(comment, author) for comment, author in await tx.session.execute(page)]


async def reposts_of(tx: Connection, post_id: str, viewer: str, limit: int) -> list[RepostShown]:
    """Who passed the post on, newest first."""
    page: Select[Post, Author] = (
        select(Post, Author)
        .outerjoin(Author, Author.id == Post.owner_id)
        .where(Post.original_id == post_id, Post.state == "active", ~_shut_out(viewer, Post.owner_id))
        .where(Post.hidden.is_(False), Post.owner_suspended.is_(False))
        .order_by(Post.id.desc())
        .limit(limit)
    )
    return [_repost(post, author) for post, author in await tx.session.execute(page)]


def _repost(post: Post, author: Author | None) -> RepostShown:
    return RepostShown(
        post_id=post.id,
        owner_id=post.owner_id,
        avatar=author.avatar if author else "",
        username=author.username if author else "",
        name=author.name if author else "",
        onboardProfile=author.provider if author else False,
        repost_brief=post.brief,
        created_date=post.created_at,
    )


async def comment_of(tx: Transaction, comment_id: str) -> Comment | None:
    """A comment, locked until the transaction ends."""
    return await tx.session.scalar(select(Comment).where(Comment.id == comment_id).with_for_update())


async def remove_comment(tx: Transaction, comment: Comment) -> None:
    """Delete a comment."""
    await tx.session.execute(delete(Comment).where(Comment.id == comment.id))
    await count(tx, comment.post_id, comments=-1)


async def erase_comments(tx: Transaction, account_id: str) -> None:
    """Delete everything that an account commented, and count anew."""
    mine = select(Comment.post_id, func.count().label("many")).where(Comment.author_id == account_id)
    per_post = mine.group_by(Comment.post_id).subquery()
    fewer = update(Post).where(Post.id == per_post.c.post_id).values(comments=Post.comments - per_post.c.many)
    await tx.session.execute(fewer.execution_options(synchronize_session=False))
    await tx.session.execute(delete(Comment).where(Comment.author_id == account_id))


async def held_comments(tx: Connection, account_id: str) -> list[JsonValue]:
    """Everything that an account commented, for its export."""
    rows = await tx.session.scalars(
        select(Comment).where(Comment.author_id == account_id).order_by(Comment.id)
    )
    return [
        {"post_id": row.post_id, "comment": row.words, "created_at": row.created_at.isoformat()}
        for row in rows
    ]
