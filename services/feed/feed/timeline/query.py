"""The feed, the hottest read of all: one statement finds what the viewer may see, memory holds the cards."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from chassis.db import Database

from feed.timeline.card_cache import CardCache, post_of
from feed.timeline.hot_sql import feed_page
from feed.timeline.visibility_sql import at_most

Time = tuple[datetime, str]
"""Where a page begins: after the post with this time and id."""

_AFTER_ALL: Final = "~"
"""Comes after every id."""


@dataclass(frozen=True, slots=True)
class TimelineFilter:
    """The requested part of the feed: '' for all of it."""

    category: str = ""
    tag: str = ""


@dataclass(frozen=True, slots=True)
class TimelinePage:
    """A page of the feed: cards as complete JSON objects, and where the next one begins, if there is one."""

    cards: list[bytes]
    after: Time | None


async def timeline_page(
    database: Database,
    cards: CardCache,
    viewer: str,
    wanted: TimelineFilter,
    now: datetime,
    limit: int,
    after: Time | None,
) -> TimelinePage:
    """What the viewer may see, newest first; of one category, of one tag, or of all."""
    statement = feed_page(bool(wanted.category), bool(wanted.tag), at_most(limit + 1))
    at, key = after or (now, _AFTER_ALL)
    begin = {"at": min(at, now), "key": key}  # whatever a cursor says, nothing from the future
    values = {"viewer": viewer, "category": wanted.category, "tag": wanted.tag, **begin}
    row = await database.read_one(statement, values)
    if row is None or not row.versions:
        return TimelinePage([], None)
    versions = row.versions[:limit]
    texts = await cards.texts(database, versions)
    more = len(row.versions) > limit
    return TimelinePage(
        cards=[text + _END[marked] for text, marked in zip(texts, row.marked, strict=False) if text],
        after=(row.times[limit - 1], post_of(versions[-1])) if more else None,
    )


_END: Final = {True: b', "status" : "bookmarked"}', False: b', "status" : "active"}'}
