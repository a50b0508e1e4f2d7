"""Reading and writing what the sitemap lists, and which posts are gone."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from sqlalchemy import bindparam, delete, exists, func, literal_column, or_, select
from sqlalchemy.dialects.postgresql import insert

from feed.posts.models import PostRow
from feed.posts.store import Post
from feed.public_pages.models import RemovedPostRow, SitemapPageRow

GONE_FOR: Final = timedelta(days=180)
"""How long a page answers that it is gone; search engines have forgotten it long before."""
POSTS_OF_A_PAGE: Final = 10_000
"""When a page of the sitemap is full. Posts that come out later than they were made still fit in."""
MOST_OF_A_PAGE: Final = 50_000
"""The protocol's limit for one sitemap (sitemaps.org)."""


@dataclass(frozen=True, slots=True)
class ListedPost:
    """A post as the sitemap lists it. One that is out is never rewritten, so it changed when it came out."""

    post_id: str
    changed_at: datetime


# The words of the partial index ix_post_listed: a parameter would not fit it.
_LISTED: Final = literal_column(
    "state = 'active' AND audience = 'all' AND NOT mature AND original_id IS NULL AND NOT hidden"
    " AND NOT owner_suspended"
)
_removed = insert(RemovedPostRow).values(params("id", "removed_at"))
REMEMBER: Final = Statement(_removed.on_conflict_do_nothing())
FORGET: Final = Statement(delete(RemovedPostRow).where(RemovedPostRow.removed_at < bindparam("before")))
IS_GONE: Final = Statement(
    select(
        or_(
            exists().where(RemovedPostRow.id == bindparam("post_id")),
            exists().where(
                PostRow.id == bindparam("post_id"),
                PostRow.announced,
                PostRow.audience == "all",
                PostRow.mature.is_(False),
                or_(PostRow.state == "archived", PostRow.hidden, PostRow.owner_suspended),
            ),
        )
    )
)
COUNT_PAGES: Final = Statement(select(1 + func.count()).select_from(SitemapPageRow))
LAST_PAGE: Final = Statement(
    select(SitemapPageRow.number, SitemapPageRow.first_id).order_by(SitemapPageRow.number.desc()).limit(1)
)
FIND_FIRST_OF_NEXT: Final = Statement(
    select(PostRow.id)
    .where(PostRow.id >= bindparam("first_id"), _LISTED)
    .order_by(PostRow.id)
    .offset(bindparam("posts"))
    .limit(1)
)
ADD_PAGE: Final = Statement(
    insert(SitemapPageRow).values(params("number", "first_id")).on_conflict_do_nothing()
)
FIND_BORDERS: Final = Statement(
    select(SitemapPageRow.number, SitemapPageRow.first_id)
    .where(SitemapPageRow.number.between(bindparam("number"), bindparam("number") + 1))
    .order_by(SitemapPageRow.number)
)
FIND_LISTED: Final = Statement(
    select(PostRow.id.label("post_id"), PostRow.publish_at.label("changed_at"))
    .where(
        PostRow.id >= bindparam("first_id"),
        or_(bindparam("next_id") == "", PostRow.id < bindparam("next_id")),
        _LISTED,
        PostRow.publish_at <= bindparam("now"),
    )
    .order_by(PostRow.id)
    .limit(bindparam("limit")),
    into=ListedPost,
)


async def remember_removed(tx: Transaction, post: Post, now: datetime) -> None:
    """Remember that a post is gone, when everybody could see it."""
    if post.announced and post.audience == "all" and not post.mature:
        await REMEMBER.run(tx, id=post.id, removed_at=now)


async def forget_removed(tx: Transaction, before: datetime) -> None:
    """Forget posts that were removed before an instant."""
    await FORGET.run(tx, before=before)


async def is_gone(tx: Connection, post_id: str) -> bool:
    """Whether everybody could see the post once, and nobody can now (product.md 2.1).

    That is when it was deleted or archived, hidden by the staff, or its owner suspended. Of a draft, a mature
    post or one for a circle nobody learns that it was there.
    """
    return bool(await IS_GONE.value(tx, post_id=post_id))


async def count_pages(tx: Connection) -> int:
    """How many pages the sitemap of posts has; one at least."""
    return await COUNT_PAGES.value(tx)


async def add_full_page(tx: Transaction, posts: int = POSTS_OF_A_PAGE) -> bool:
    """Begin another page when the last one is full; returns whether it was. Costs one page's keys."""
    last = await LAST_PAGE.one(tx)
    number, first_id = (last.number, last.first_id) if last else (1, "")
    next_id = await FIND_FIRST_OF_NEXT.value(tx, first_id=first_id, posts=posts)
    if next_id is None:
        return False
    await ADD_PAGE.run(tx, number=number + 1, first_id=next_id)
    return True


async def page_of(tx: Connection, number: int, now: datetime) -> Sequence[ListedPost] | None:
    """The posts of one page (product.md 2.9); None when there is no such page."""
    borders = {row.number: row.first_id for row in await FIND_BORDERS.all(tx, number=number)}
    if number != 1 and number not in borders:
        return None
    first_id, next_id = borders.get(number, ""), borders.get(number + 1, "")
    return await FIND_LISTED.all(tx, first_id=first_id, next_id=next_id, now=now, limit=MOST_OF_A_PAGE)
