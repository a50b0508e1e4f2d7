"""Bookmarks in the database."""

from datetime import datetime
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from chassis.ids import new_id
from sqlalchemy import bindparam, delete, select, update
from sqlalchemy.dialects.postgresql import insert

from feed.bookmarks.models import BookmarkRow
from feed.posts.models import PostRow
from feed.posts.store import count

_OF_ACCOUNT = BookmarkRow.account_id == bindparam("account_id")
ADD: Final = Statement(
    insert(BookmarkRow)
    .values(params("account_id", "post_id", "id", "created_at"))
    .on_conflict_do_nothing()
    .returning(BookmarkRow.id)
)
DELETE: Final = Statement(
    delete(BookmarkRow)
    .where(_OF_ACCOUNT, BookmarkRow.post_id == bindparam("post_id"))
    .returning(BookmarkRow.id)
)
FIND: Final = Statement(
    select(BookmarkRow.post_id).where(_OF_ACCOUNT).order_by(BookmarkRow.id.desc()).limit(bindparam("limit"))
)
UNCOUNT: Final = Statement(
    update(PostRow)
    .where(PostRow.id.in_(select(BookmarkRow.post_id).where(_OF_ACCOUNT)))
    .values(bookmarks=PostRow.bookmarks - 1)
)
DELETE_OF_ACCOUNT: Final = Statement(delete(BookmarkRow).where(_OF_ACCOUNT))


async def add_bookmark(tx: Transaction, account_id: str, post_id: str, now: datetime) -> None:
    """Bookmark a post; a second time changes nothing (product.md 6.8)."""
    added = await ADD.value(tx, account_id=account_id, post_id=post_id, id=new_id(), created_at=now)
    if added is not None:
        await count(tx, post_id, bookmarks=1)


async def remove_bookmark(tx: Transaction, account_id: str, post_id: str) -> None:
    """Remove a bookmark. A missing one is no error."""
    if await DELETE.value(tx, account_id=account_id, post_id=post_id) is not None:
        await count(tx, post_id, bookmarks=-1)


async def bookmarks_of(tx: Connection, account_id: str, limit: int) -> list[str]:
    """The ids of an account's bookmarked posts, newest bookmark first, also of those it may no longer see."""
    return await FIND.column(tx, account_id=account_id, limit=limit)


async def erase_bookmarks(tx: Transaction, account_id: str) -> None:
    """Forget what an account bookmarked."""
    await UNCOUNT.run(tx, account_id=account_id)
    await DELETE_OF_ACCOUNT.run(tx, account_id=account_id)
