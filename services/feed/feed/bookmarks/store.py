"""Bookmarks in the database."""

from datetime import datetime

from chassis.db import Connection, Transaction
from chassis.ids import new_id
from sqlalchemy import delete, select, update
from sqlalchemy.dialects.postgresql import insert

from feed.bookmarks.models import Bookmark
from feed.posts.models import Post
from feed.posts.store import count


async def add_bookmark(tx: Transaction, account_id: str, post_id: str, now: datetime) -> None:
    """Bookmark a post; doing it twice is doing it once."""
    fresh = insert(Bookmark).values(account_id=account_id, post_id=post_id, id=new_id(), created_at=now)
    if await tx.session.scalar(fresh.on_conflict_do_nothing().returning(Bookmark.id)) is not None:
        await count(tx, post_id, bookmarks=1)


async def remove_bookmark(tx: Transaction, account_id: str, post_id: str) -> None:
    """Remove a bookmark; one that is not there is gone already."""
    gone = delete(Bookmark).where(Bookmark.account_id == account_id, Bookmark.post_id == post_id)
    if await tx.session.scalar(gone.returning(Bookmark.id)) is not None:
        await count(tx, post_id, bookmarks=-1)


async def bookmarks_of(tx: Connection, account_id: str, limit: int) -> list[str]:
    """The ids of an account's bookmarked posts, newest bookmark first, also of those it may no longer see."""
    newest = select(Bookmark.post_id).where(Bookmark.account_id == account_id)
    return list(await tx.session.scalars(newest.order_by(Bookmark.id.desc()).limit(limit)))


async def erase_bookmarks(tx: Transaction, account_id: str) -> None:
    """Forget what an account bookmarked."""
    mine = select(Bookmark.post_id).where(Bookmark.account_id == account_id)
    fewer = update(Post).where(Post.id.in_(mine)).values(bookmarks=Post.bookmarks - 1)
    await tx.session.execute(fewer.execution_options(synchronize_session=False))
    await tx.session.execute(delete(Bookmark).where(Bookmark.account_id == account_id))
