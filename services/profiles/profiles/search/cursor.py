"""Where a list of search results goes on: keyset cursors, which nobody can bend into anything else."""

import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Final, NamedTuple

from chassis.http.envelope import refuse
from chassis.http.paging import Key, cursor_of

from profiles.search.schemas import Sort

UNKNOWN_CURSOR: Final = "This list cannot be continued from there."
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_SIZE: Final = re.compile(r"[0-9]{1,3}")
_LEAST: Final = re.compile(r"[0-6]")
_NUMBER: Final = re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,20})?(e-?[0-9]{1,2})?")

Bound = float | Decimal | datetime


class Place(NamedTuple):
    """A row's place in an order: its key as text, and its id."""

    key: str
    provider_id: str


class After(NamedTuple):
    """Where a page begins: after `row`, in the window of candidates that begins after `window`."""

    row: Place | None = None
    window: Place | None = None
    size: int = 0
    """Of the window; 0 before there is one. A page of another length must not change it."""
    least: int = 0
    """How many of the words are enough, where nobody has all of them."""


def cursor_after(sort: Sort, after: After) -> str:
    """The cursor that continues there."""
    row, window = after.row or Place("", ""), after.window or Place("", "")
    least = [str(after.least)] if after.least else []
    return cursor_of(sort, *row, *window, str(after.size), *least)


def after_of(sort: Sort, cursor: tuple[Key, ...] | None) -> After:
    """Where the page begins. Raises `Refused` for a cursor of another list."""
    if cursor is None:
        return After()
    if len(cursor) not in {6, 7} or cursor[0] != sort or not all(isinstance(part, str) for part in cursor):
        raise refuse(UNKNOWN_CURSOR)
    row_key, row_id, window_key, window_id, size, least = (str(part) for part in (*cursor, "0")[1:7])
    places = (Place(row_key, row_id), Place(window_key, window_id))
    if (
        not all(_sound(place) for place in places)
        or not (row_key or window_key)
        or not (_SIZE.fullmatch(size) and _LEAST.fullmatch(least))
    ):
        raise refuse(UNKNOWN_CURSOR)
    row, window = (place if place.key else None for place in places)
    return After(row, window, int(size), int(least))


def _sound(place: Place) -> bool:
    return "\x00" not in place.provider_id and (
        place == Place("", "") or _NUMBER.fullmatch(place.key) is not None
    )


def bound_of(sort: Sort, key: str) -> Bound:
    """A key as the query wants it; of 'newest' the key is in microseconds since 1970."""
    if sort == "newest":
        return _EPOCH + timedelta(microseconds=min(max(int(float(key)), 0), 10**17))
    return float(key) if sort == "relevance" else Decimal(key)
