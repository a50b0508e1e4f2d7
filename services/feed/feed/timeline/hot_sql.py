"""Measured SQL of the timeline: a page of the feed, and the cards on it. `make bench` has its rows."""

# ruff: noqa: S608 - the pieces are constants of this service; what callers send travels as parameters
from functools import cache
from typing import Final

from chassis.db import Record, TextStatement

from feed.timeline.visibility_sql import (
    BLOCKED_ACCOUNTS,
    CARD_NOW,
    MARKED,
    PEOPLE,
    POSTS,
    VISIBLE,
    VISIBLE_ONCE_OUT,
)

_TAGGED: Final = "post_tag t JOIN post p ON p.id = t.post_id LEFT JOIN post o ON o.id = p.original_id"
_KEYS: Final = {False: "p.publish_at, p.id", True: "t.publish_at, t.post_id"}
"""The columns that order the feed, and the feed of a tag, as in their indexes."""


def version(*columns: str) -> str:
    """What a card is remembered by, in SQL: the post's id, and the versions of post, original, owner and the
    original's owner. A missing row has no entry."""
    return f"format('%s %s %s %s %s', {', '.join(columns)})"


_VERSION: Final = version("p.id", "p.xmin", "o.xmin", "a.xmin", "x.xmin")
BUILD_CARDS: Final = TextStatement(
    f"""
    SELECT json_agg(json_build_array({_VERSION}, left({CARD_NOW}, -1)))::text AS cards
    FROM {POSTS} {PEOPLE}
    WHERE p.id = ANY(CAST(:ids AS text[]))
    """
)


@cache
def feed_page(by_category: bool, by_tag: bool, limit: int) -> TextStatement[Record]:
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
        WITH {BLOCKED_ACCOUNTS}, page AS MATERIALIZED (
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
        """
    )


BOOKMARKED: Final = "bookmark m JOIN post p ON p.id = m.post_id LEFT JOIN post o ON o.id = p.original_id"
BOOKMARKED_IDS: Final = TextStatement(
    f"WITH {BLOCKED_ACCOUNTS} SELECT p.id FROM {BOOKMARKED} "
    f"WHERE m.account_id = :viewer AND {VISIBLE} ORDER BY m.id DESC LIMIT :limit"
)
IS_VISIBLE: Final = TextStatement(
    f"WITH {BLOCKED_ACCOUNTS} SELECT EXISTS (SELECT 1 FROM {POSTS} WHERE p.id = :post_id AND {VISIBLE})"
)


@cache
def card_page(query: str) -> TextStatement[Record]:
    """One statement object for each of the few queries of `visibility_sql.page`."""
    return TextStatement(query)
