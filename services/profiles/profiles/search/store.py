"""Finding providers, at a cost that does not grow with their number.

Every order has an index; words and filters have another (see listings.py). A page is either gathered (all
that meet the search, then sorted) or walked (along the order, leaving out who does not meet it), whichever
`rules.way_of` expects to touch fewer rows; both are bounded.
"""

from dataclasses import dataclass, replace
from typing import Final

from chassis.db import Connection, Record

from profiles.search.cursor import After, Place, bound_of
from profiles.search.filters import Search
from profiles.search.queries import Shape, page_statement
from profiles.search.rules import Frequencies, tsquery_of, typed_words_query, way_of
from profiles.search.schemas import Sort

GATHERED: Final = 5_000
"""Matches fetched at most; of more, some are not seen."""
REACH: Final = 4_000
"""Listings walked over at most before gathering is tried instead."""
WINDOW: Final = 60
"""Best-rated matches that are ranked together by their words, or a few more: whole pages."""


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page as JSON, and where the next one begins."""

    providers: str
    services: str
    following: After | None
    is_empty: bool


async def find_first(
    tx: Connection, search: Search, frequencies: Frequencies, limit: int
) -> tuple[FoundPage, Search]:
    """The first page of those who meet the search, or, where nobody does, of those who have most of its
    words; and the search that they meet (product.md 3.7).
    """
    found = await find(tx, search, frequencies, After(), limit)
    if found.is_empty:
        for fewer in search.with_fewer_words:
            relaxed = await find(tx, fewer, frequencies, After(), limit)
            if not relaxed.is_empty:
                return relaxed, fewer
    return found, search


async def find(
    tx: Connection, search: Search, frequencies: Frequencies, after: After, limit: int
) -> FoundPage:
    """The page of those who meet the search that begins at `after` (product.md 3.7)."""
    sort, by_words = search.query.sort, search.by_words
    window = after.size or -(-WINDOW // limit) * limit
    start = after.window if by_words else after.row
    row_before = after.row if by_words else None
    values = search.values | {
        "words": tsquery_of(search.ranking_words),
        "typed_words": typed_words_query(search.reading.words),
        "typed": search.reading.corrected or search.query.q,
        "modes": _met_by(search.query.delivery_mode),
        "limit": limit,
        "window": window,
        **_bounds(sort, start, row_before),
    }
    enough = window + 1 if by_words else limit + 1
    way = way_of(frequencies, search.terms, enough)
    shape = Shape(sort, way, by_words, start is not None, row_before is not None)
    row = await _page(tx, shape, values, enough)
    if way == "walk" and search.terms and row.found < enough and frequencies.listings > REACH:
        row = await _page(tx, replace(shape, way="gather"), values, enough)
    following = _following(row, after, limit, window)
    if following is not None:
        following = following._replace(least=search.least)
    return FoundPage(row.providers, row.services, following, is_empty=not row.found)


async def _page(tx: Connection, shape: Shape, values: dict[str, object], enough: int) -> Record:
    walked = shape.way == "walk"
    bounds = {"bound": enough, "reach": REACH} if walked else {"bound": GATHERED}
    row = await page_statement(shape).one(tx, **(values | bounds))
    assert row is not None
    return row


def _bounds(sort: Sort, start: Place | None, row: Place | None) -> dict[str, object]:
    bounds: dict[str, object] = {}
    if start:
        bounds |= {"after_key": bound_of(sort, start.key), "after_id": start.provider_id}
    if row:
        bounds |= {"row_key": bound_of(sort, row.key), "row_id": row.provider_id}
    return bounds


def _met_by(delivery_mode: str) -> list[str]:
    """The modes of a service that serve somebody who wants this one."""
    return [delivery_mode, "hybrid"] if delivery_mode else ["in-person", "remote", "hybrid"]


def _following(row: Record, after: After, limit: int, window: int) -> After | None:
    """Where the next page begins: in the same window, in the next one, or nowhere."""
    if row.rows > limit:
        return After(Place(row.last_key, row.last_id), after.window, window)
    if row.candidates > window:
        return After(None, Place(row.window_key, row.window_id), window)
    return None
