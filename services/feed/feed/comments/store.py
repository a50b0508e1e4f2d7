"""Comments in the database, and the history of a post."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from pydantic import JsonValue
from sqlalchemy import (
    ColumnElement,
    and_,
    bindparam,
    delete,
    false,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.orm import InstrumentedAttribute

from feed.comments.models import CommentRow
from feed.comments.schemas import CommentShown, RepostShown
from feed.posts.models import PostRow
from feed.posts.store import count
from feed.projections.models import AuthorRow, BlockRow


@dataclass(frozen=True, slots=True)
class Comment:
    """What somebody wrote below a post."""

    id: str
    post_id: str
    author_id: str
    words: str
    created_at: datetime


def _blocked(other: InstrumentedAttribute[str]) -> ColumnElement[bool]:
    """Whether a block, in either direction, separates the viewer from the other account."""
    viewer = bindparam("viewer")
    pair = or_(
        and_(BlockRow.blocker_id == viewer, BlockRow.blocked_id == other),
        and_(BlockRow.blocked_id == viewer, BlockRow.blocker_id == other),
    )
    return select(BlockRow.blocker_id).where(BlockRow.blocked, pair).exists()


_comments = select(
    CommentRow.id, CommentRow.post_id, CommentRow.author_id, CommentRow.words, CommentRow.created_at
)
_author = (
    func.coalesce(AuthorRow.avatar, "").label("avatar"),
    func.coalesce(AuthorRow.username, "").label("username"),
    func.coalesce(AuthorRow.name, "").label("name"),
    func.coalesce(AuthorRow.provider, false()).label("provider"),
)
_page: Final = (
    _comments.add_columns(*_author)
    .outerjoin(AuthorRow, AuthorRow.id == CommentRow.author_id)
    .where(CommentRow.post_id == bindparam("post_id"), ~_blocked(CommentRow.author_id))
    .where(func.coalesce(AuthorRow.suspended, false()).is_(False))
    .order_by(CommentRow.id.desc())
    .limit(bindparam("limit"))
)
FIRST_PAGE: Final = Statement(_page)
NEXT_PAGE: Final = Statement(_page.where(CommentRow.id < bindparam("before_id")))
_reposts: Final = (
    select(PostRow.id, PostRow.owner_id, PostRow.brief, PostRow.created_at, *_author)
    .outerjoin(AuthorRow, AuthorRow.id == PostRow.owner_id)
    .where(PostRow.original_id == bindparam("post_id"), PostRow.state == "active")
    .where(~_blocked(PostRow.owner_id), PostRow.hidden.is_(False), PostRow.owner_suspended.is_(False))
    .order_by(PostRow.id.desc())
    .limit(bindparam("limit"))
)
REPOSTS: Final = Statement(_reposts)
ADD: Final = Statement(insert(CommentRow).values(params("id", "post_id", "author_id", "words", "created_at")))
LOCK: Final = Statement(
    _comments.where(CommentRow.id == bindparam("comment_id")).with_for_update(), into=Comment
)
DELETE: Final = Statement(delete(CommentRow).where(CommentRow.id == bindparam("comment_id")))
_per_post = (
    select(CommentRow.post_id, func.count().label("many"))
    .where(CommentRow.author_id == bindparam("account_id"))
    .group_by(CommentRow.post_id)
    .subquery()
)
UNCOUNT: Final = Statement(
    update(PostRow)
    .where(PostRow.id == _per_post.c.post_id)
    .values(comments=PostRow.comments - _per_post.c.many)
)
DELETE_OF_ACCOUNT: Final = Statement(
    delete(CommentRow).where(CommentRow.author_id == bindparam("account_id"))
)
FIND_OF_ACCOUNT: Final = Statement(
    _comments.where(CommentRow.author_id == bindparam("account_id")).order_by(CommentRow.id), into=Comment
)


async def add_comment(tx: Transaction, comment: Comment) -> None:
    """Keep a comment and count it."""
    await ADD.run(
        tx,
        id=comment.id,
        post_id=comment.post_id,
        author_id=comment.author_id,
        words=comment.words,
        created_at=comment.created_at,
    )
    await count(tx, comment.post_id, comments=1)


async def comments_of(
    tx: Connection, post_id: str, viewer: str, limit: int, before_id: str | None
) -> list[CommentShown]:
    """Comments of a post, newest first, without those of suspended or blocked accounts."""
    statement = NEXT_PAGE if before_id else FIRST_PAGE
    rows = await statement.all(tx, post_id=post_id, viewer=viewer, limit=limit, before_id=before_id)
    return [
        CommentShown(
            post_comments_id=row.id,
            post_id=row.post_id,
            owner_id=row.author_id,
            comment=row.words,
            avatar=row.avatar,
            username=row.username,
            name=row.name,
            onboardProfile=row.provider,
            created_date=row.created_at,
        )
        for row in rows
    ]


async def reposts_of(tx: Connection, post_id: str, viewer: str, limit: int) -> list[RepostShown]:
    """The reposts of a post, newest first."""
    rows = await REPOSTS.all(tx, post_id=post_id, viewer=viewer, limit=limit)
    return [
        RepostShown(
            post_id=row.id,
            owner_id=row.owner_id,
            avatar=row.avatar,
            username=row.username,
            name=row.name,
            onboardProfile=row.provider,
            repost_brief=row.brief,
            created_date=row.created_at,
        )
        for row in rows
    ]


async def lock_comment(tx: Transaction, comment_id: str) -> Comment | None:
    """A comment, locked until the transaction ends."""
    return await LOCK.one(tx, comment_id=comment_id)


async def remove_comment(tx: Transaction, comment: Comment) -> None:
    """Delete a comment."""
    await DELETE.run(tx, comment_id=comment.id)
    await count(tx, comment.post_id, comments=-1)


async def erase_comments(tx: Transaction, account_id: str) -> None:
    """Delete everything that an account commented, and count anew."""
    await UNCOUNT.run(tx, account_id=account_id)
    await DELETE_OF_ACCOUNT.run(tx, account_id=account_id)


async def held_comments(tx: Connection, account_id: str) -> list[JsonValue]:
    """Everything that an account commented, for its export."""
    return [
        {"post_id": row.post_id, "comment": row.words, "created_at": row.created_at.isoformat()}
        for row in await FIND_OF_ACCOUNT.all(tx, account_id=account_id)
    ]
