"""Keyset paging: `?limit=` and an opaque `?cursor=` (api.md 1)."""

import base64
import binascii
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, TypeVar

import orjson
from contracts.rules.numbers import PlainWhole
from fastapi import Depends, Query

from chassis.errors import Refused

Key = str | int | float
T = TypeVar("T")
DEFAULT_LIMIT = 20
MAX_LIMIT = 100


@dataclass(frozen=True, slots=True)
class Page:
    """The requested number of rows, and the key after which they start (None at the beginning)."""

    limit: int
    after: tuple[Key, ...] | None

    @property
    def after_id(self) -> str:
        """The id after which a list ordered by id continues; '' at the beginning."""
        return str(self.after[0]) if self.after else ""

    def cut(self, found: Sequence[T], id_of: Callable[[T], str]) -> tuple[list[T], str | None]:
        """The page's rows and the next page's cursor, None at the end. `found` has up to limit + 1 rows."""
        shown = list(found[: self.limit])
        return shown, cursor_of(id_of(shown[-1])) if len(found) > self.limit else None


def cursor_of(*key: Key) -> str:
    """The cursor that continues after the row with this key."""
    return base64.urlsafe_b64encode(orjson.dumps(key)).decode().rstrip("=")


def read_cursor(cursor: str) -> tuple[Key, ...]:
    """The key in a cursor. Raises `Refused` for a malformed cursor."""
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        key = orjson.loads(base64.urlsafe_b64decode(padded))
    except (binascii.Error, ValueError) as error:
        raise _unreadable() from error
    if not isinstance(key, list) or not key or not all(isinstance(part, str | int | float) for part in key):
        raise _unreadable()
    return tuple(key)


def _unreadable() -> Refused:
    return Refused("This list cannot be continued from there.", fields={"cursor": "Unknown cursor."})


async def _page(
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT), PlainWhole] = DEFAULT_LIMIT,
    cursor: Annotated[str | None, Query(max_length=512)] = None,
) -> Page:
    return Page(limit=limit, after=read_cursor(cursor) if cursor else None)


PageQuery = Annotated[Page, Depends(_page)]
"""A route's page, read from its query."""
