"""Reading pages of posts: one query for each page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from chassis.db import Connection

from feed.timeline.hot_sql import BOOKMARKED, BOOKMARKED_IDS, IS_VISIBLE, card_page
from feed.timeline.visibility_sql import OWN, POSTS, VISIBLE, page

BY_AGE: Final = {"shown_id": "p.id"}
BY_TIME: Final = {"shown_at": "p.publish_at", "shown_id": "p.id"}
BY_BOOKMARK: Final = {"shown_id": "m.id"}

Status = Literal["active", "scheduled", "draft", "archived"]
"""A post's place in its owner's lists."""
STANDING: Final[dict[Status, str]] = {
    "active": "p.state = 'active' AND p.publish_at <= CAST(:now AS timestamptz)",
    "scheduled": "p.state = 'active' AND NOT p.announced AND p.publish_at > CAST(:now AS timestamptz)",
    "draft": "p.state = 'draft'",
    "archived": "p.state = 'archived'",
}


_LATER: Final = " AND (p.publish_at, p.id) < (CAST(:after_at AS timestamptz), :after_id)"
Key = str | datetime


@dataclass(frozen=True, slots=True)
class Card:
    """A card as JSON text, and the key that a cursor continues after; `at` in lists by time."""

    json: str
    id: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Owned:
    """Whose posts are asked for, by whom, and where they are to stand; None: anywhere."""

    viewer: str
    owner: str
    status: Status | None = None

    @property
    def by_time(self) -> bool:
        """Whether they come as they came out; an own list with drafts comes as they were made."""
        return self.viewer != self.owner or self.status == "active"


async def posts_of(
    tx: Connection, wanted: Owned, now: datetime, limit: int, after: Sequence[Key] | None
) -> list[Card]:
    """An account's posts: all of them for itself, for others those that they may see."""
    seen = OWN if wanted.viewer == wanted.owner else VISIBLE
    where = f"{seen} AND p.owner_id = :owner"
    if wanted.status:
        where += f" AND {STANDING[wanted.status]}"
    keys = BY_TIME if wanted.by_time else BY_AGE
    values: dict[str, object] = {"viewer": wanted.viewer, "owner": wanted.owner, "now": now}
    if after:
        where += " AND p.id < :after_id" if keys is BY_AGE else _LATER
        values |= zip(("after_id",) if keys is BY_AGE else ("after_at", "after_id"), after, strict=True)
    return (await _cards(tx, page(POSTS, where, keys, limit), values))[:limit]


async def bookmarked(
    tx: Connection, viewer: str, now: datetime, limit: int, after_id: str | None
) -> list[Card]:
    """The viewer's bookmarks that can still be seen, the newest bookmark first."""
    where = f"m.account_id = :viewer AND {VISIBLE}"
    values: dict[str, object] = {"viewer": viewer, "now": now}
    if after_id:
        where += " AND m.id < :after_id"
        values["after_id"] = after_id
    return (await _cards(tx, page(BOOKMARKED, where, BY_BOOKMARK, limit), values))[:limit]


async def bookmarked_ids(tx: Connection, viewer: str, now: datetime, limit: int) -> list[str]:
    """The posts of these bookmarks: what a screen counts is what its list shows."""
    return await BOOKMARKED_IDS.column(tx, viewer=viewer, now=now, limit=limit)


async def one(tx: Connection, viewer: str, post_id: str, now: datetime) -> Card | None:
    """One post, if the viewer may see it or owns it."""
    where = f"p.id = :post_id AND (({VISIBLE}) OR {OWN})"
    values = {"viewer": viewer, "post_id": post_id, "now": now}
    found = await _cards(tx, page(POSTS, where, BY_AGE, 1), values)
    return found[0] if found else None


async def is_visible(tx: Connection, viewer: str, post_id: str, now: datetime) -> bool:
    """Whether the viewer may see the post as others do."""
    return bool(await IS_VISIBLE.value(tx, viewer=viewer, post_id=post_id, now=now))


async def _cards(tx: Connection, query: str, values: Mapping[str, object]) -> list[Card]:
    rows = await card_page(query).all(tx, **values)
    return [Card(row["card"], row["shown_id"], row.get("shown_at")) for row in rows]
