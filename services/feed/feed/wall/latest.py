"""The feed, the hottest read of all: one statement finds what the viewer may see, memory holds the cards."""

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Final

from chassis.db import Database, Record, TextStatement

from feed.wall.cards import Cards, post_of, version
from feed.wall.sql import APART, MARKED, POSTS, VISIBLE_ONCE_OUT, at_most

Time = tuple[datetime, str]
"""Where a page begins: after the post with this time and id."""

_TAGGED: Final = "post_tag t JOIN post p ON p.id = t.post_id LEFT JOIN post o ON o.id = p.original_id"
_KEYS: Final = {False: "p.publish_at, p.id", True: "t.publish_at, t.post_id"}
"""The columns that order the wall, and of a tag's wall, as their indexes have them."""
_AFTER_ALL: Final = "~"
"""Comes after every id."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which part of the feed is asked for: '' for all of it."""

    category: str = ""
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Latest:
    """A page of the feed: cards as complete JSON objects, and where the next one begins, if there is one."""

    cards: list[bytes]
    after: Time | None


async def latest(
    database: Database,
    cards: Cards,
    viewer: str,
    wanted: Wanted,
    now: datetime,
    limit: int,
    after: Time | None,
) -> Latest:
    """What the viewer may see, newest first; of one category, of one tag, or of all."""
    statement = _seen(bool(wanted.category), bool(wanted.tag), at_most(limit + 1))
    at, key = after or (now, _AFTER_ALL)
    begin = {"at": min(at, now), "key": key}  # whatever a cursor says, nothing from the future
    values = {"viewer": viewer, "category": wanted.category, "tag": wanted.tag, **begin}
    row = await database.read_one(statement, values)
    if row is None or not row.versions:
        return Latest([], None)
    versions = row.versions[:limit]
    texts = await cards.texts(database, versions)
    more = len(row.versions) > limit
    return Latest(
        cards=[text + _END[marked] for text, marked in zip(texts, row.marked, strict=False) if text],
        after=(row.times[limit - 1], post_of(versions[-1])) if more else None,
    )


_END: Final = {True: b', "status" : "bookmarked"}', False: b', "status" : "active"}'}


@cache
def _seen(by_category: bool, by_tag: bool, limit: int) -> TextStatement[Record]:
    """The statement for one kind of page: versions, whether bookmarked, and times, each as one array.

    The first page begins like any other. The people are looked up one by one, by key, however few there
    were when the plan was made (OFFSET 0).
    """
    keys = _KEYS[by_tag]
    where = [VISIBLE_ONCE_OUT, f"({keys}) < (CAST(:at AS timestamptz), :key)"]
    where += ["t.tag = :tag"] if by_tag else []
    where += ["p.category = :category"] if by_category else []
    at, key = keys.split(", ")
    down = "ORDER BY page.at DESC, page.key DESC"
    found = version("page.id", "page.post", "page.original", "a.version", "x.version")
    return TextStatement(
        f"""
        WITH {APART}, page AS MATERIALIZED (
            SELECT {at} AS at, {key} AS key, p.id, p.xmin AS post, o.xmin AS original,
                p.owner_id, o.owner_id AS original_owner_id
            FROM {_TAGGED if by_tag else POSTS}
            WHERE {" AND ".join(where)}
            ORDER BY {at} DESC, {key} DESC LIMIT {limit}
        )
        SELECT
            array_agg({found} {down}) AS versions,
            array_agg({MARKED.format("page.id")} {down}) AS marked,
            array_agg(page.at {down}) AS times
        FROM page
        LEFT JOIN LATERAL (
            SELECT xmin AS version FROM author WHERE id = page.owner_id OFFSET 0
        ) AS a ON true
        LEFT JOIN LATERAL (
            SELECT xmin AS version FROM author WHERE id = page.original_owner_id OFFSET 0
        ) AS x ON true
        """  # noqa: S608 - constants of this service; what callers send travels as parameters
    )
