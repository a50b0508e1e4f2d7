"""Reading and writing what the sitemap lists, and which posts are gone."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from chassis.retention import Retention
from chassis.sitemap import MOST_OF_A_PAGE, SitemapPages
from sqlalchemy import bindparam, exists, literal_column, or_, select
from sqlalchemy.dialects.postgresql import insert

from feed.posts.models import PostRow
from feed.posts.store import Post
from feed.public_pages.models import RemovedPostRow, SitemapPageRow

GONE_FOR: Final = timedelta(days=180)
"""How long a page answers that it is gone; search engines have forgotten it long before."""


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
OLD_POSTS: Final = (Retention(RemovedPostRow, RemovedPostRow.removed_at, keeps=GONE_FOR),)
"""Posts that were removed long ago."""
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
PAGES: Final = SitemapPages(SitemapPageRow, PostRow.id, _LISTED)
FIND_LISTED: Final = Statement(
    select(PostRow.id.label("post_id"), PostRow.publish_at.label("changed_at"))
    .where(*PAGES.in_range(), PostRow.publish_at <= bindparam("now"))
    .order_by(PostRow.id)
    .limit(bindparam("limit")),
    into=ListedPost,
)


async def remember_removed(tx: Transaction, post: Post, now: datetime) -> None:
    """Remember that a post is gone, when everybody could see it."""
    if post.announced and post.audience == "all" and not post.mature:
        await REMEMBER.run(tx, id=post.id, removed_at=now)


async def is_gone(tx: Connection, post_id: str) -> bool:
    """Whether everybody could see the post once, and nobody can now (product.md 2.1).

    That is when it was deleted or archived, hidden by the staff, or its owner suspended. Of a draft, a mature
    post or one for a circle nobody learns that it was there.
    """
    return bool(await IS_GONE.value(tx, post_id=post_id))


async def page_of(tx: Connection, number: int, now: datetime) -> Sequence[ListedPost] | None:
    """The posts of one page (product.md 2.9); None when there is no such page."""
    keys = await PAGES.range_of(tx, number)
    if keys is None:
        return None
    return await FIND_LISTED.all(tx, **keys._asdict(), now=now, limit=MOST_OF_A_PAGE)
