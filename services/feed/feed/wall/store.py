"""Reading the walls: one query for each page."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Final, Literal

from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncSession

from feed.wall.sql import OWN, POSTS, VISIBLE, page

BY_TIME: Final = {"shown_at": "p.publish_at", "shown_id": "p.id"}
BY_TAG: Final = {"shown_at": "t.publish_at", "shown_id": "t.post_id"}
BY_AGE: Final = {"shown_id": "p.id"}
BY_BOOKMARK: Final = {"shown_id": "m.id"}
TAGGED: Final = "post_tag t JOIN post p ON p.id = t.post_id LEFT JOIN post o ON o.id = p.original_id"
MARKED: Final = "bookmark m JOIN post p ON p.id = m.post_id LEFT JOIN post o ON o.id = p.original_id"

Time = tuple[datetime, str]
Status = Literal["active", "scheduled", "draft", "archived"]
"""Where a post stands for its owner."""
STANDING: Final[dict[Status, str]] = {
    "active": "p.state = 'active' AND p.publish_at <= CAST(:now AS timestamptz)",
    "scheduled": "p.state = 'active' AND NOT p.announced AND p.publish_at > CAST(:now AS timestamptz)",
    "draft": "p.state = 'draft'",
    "archived": "p.state = 'archived'",
}


@dataclass(frozen=True, slots=True)
class Card:
    """A card as JSON text, and the key that a cursor continues after: `id`, and for lists by time `at`."""

    json: str
    at: datetime | None
    id: str


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which part of the feed is asked for."""

    category: str | None = None
    tag: str | None = None


@dataclass(frozen=True, slots=True)
class Owned:
    """Whose posts are asked for, by whom, and where they are to stand; None: anywhere."""

    viewer: str
    owner: str
    status: Status | None = None


async def feed(
    session: AsyncSession, viewer: str, wanted: Wanted, now: datetime, limit: int, after: Time | None
) -> list[Card]:
    """What the viewer may see, newest first."""
    conditions = [VISIBLE]
    values: dict[str, object] = {"viewer": viewer, "now": now, "limit": limit}
    keys, source = (BY_TAG, TAGGED) if wanted.tag else (BY_TIME, POSTS)
    if wanted.tag:
        conditions.append("t.tag = :tag")
        values["tag"] = wanted.tag
    if wanted.category:
        conditions.append("p.category = :category")
        values["category"] = wanted.category
    if after:
        columns = ", ".join(keys.values())
        conditions.append(f"({columns}) < (CAST(:after_at AS timestamptz), :after_id)")
        values |= {"after_at": after[0], "after_id": after[1]}
    return await _cards(session, page(source, " AND ".join(conditions), keys), values)


async def posts_of(
    session: AsyncSession, wanted: Owned, now: datetime, limit: int, after_id: str | None
) -> list[Card]:
    """An account's posts: all of them for itself, for others those that they may see."""
    seen = OWN if wanted.viewer == wanted.owner else VISIBLE
    where = f"{seen} AND p.owner_id = :owner"
    if wanted.status:
        where += f" AND {STANDING[wanted.status]}"
    values: dict[str, object] = {
        "viewer": wanted.viewer,
        "owner": wanted.owner,
        "now": now,
        "limit": limit,
    }
    if after_id:
        where += " AND p.id < :after_id"
        values["after_id"] = after_id
    return await _cards(session, page(POSTS, where, BY_AGE), values)


async def bookmarked(
    session: AsyncSession, viewer: str, now: datetime, limit: int, after_id: str | None
) -> list[Card]:
    """The viewer's bookmarks that can still be seen, the newest bookmark first."""
    where = f"m.account_id = :viewer AND {VISIBLE}"
    values: dict[str, object] = {"viewer": viewer, "now": now, "limit": limit}
    if after_id:
        where += " AND m.id < :after_id"
        values["after_id"] = after_id
    return await _cards(session, page(MARKED, where, BY_BOOKMARK), values)


async def one(session: AsyncSession, viewer: str, post_id: str, now: datetime) -> Card | None:
    """One post, if the viewer may see it or owns it."""
    where = f"p.id = :post_id AND (({VISIBLE}) OR {OWN})"
    values = {"viewer": viewer, "post_id": post_id, "now": now, "limit": 1}
    found = await _cards(session, page(POSTS, where, BY_AGE), values)
    return found[0] if found else None


async def is_visible(session: AsyncSession, viewer: str, post_id: str, now: datetime) -> bool:
    """Whether the viewer may see the post as others do."""
    question = text(f"SELECT EXISTS (SELECT 1 FROM {POSTS} WHERE p.id = :post_id AND {VISIBLE})")  # noqa: S608
    values = {"viewer": viewer, "post_id": post_id, "now": now}
    return bool(await session.scalar(question, values))


@cache
def _prepared(query: str) -> TextClause:
    """One object for each of the few queries, so that SQLAlchemy and asyncpg know them again."""
    return text(query)


async def _cards(session: AsyncSession, query: str, values: Mapping[str, object]) -> list[Card]:
    rows = await session.execute(_prepared(query), values)
    return [Card(row["card"], row.get("shown_at"), row["shown_id"]) for row in rows.mappings()]
