"""Keyset paging: `?limit=` and an opaque `?cursor=` (api.md section 1)."""

import base64
import binascii
from dataclasses import dataclass
from typing import Annotated

import orjson
from fastapi import Depends, Query

from chassis.errors import Refused

Key = str | int | float
DEFAULT_LIMIT = 20
MAX_LIMIT = 100


@dataclass(frozen=True, slots=True)
class Page:
    """How many rows are wanted, and after which key (None at the start)."""

    limit: int
    after: tuple[Key, ...] | None


def cursor_of(*key: Key) -> str:
    """The cursor that continues after the row with this key."""
    return base64.urlsafe_b64encode(orjson.dumps(key)).decode().rstrip("=")


def read_cursor(cursor: str) -> tuple[Key, ...]:
    """The key in a cursor. Raises `Refused` when the cursor is none of ours."""
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
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT)] = DEFAULT_LIMIT,
    cursor: Annotated[str | None, Query(max_length=512)] = None,
) -> Page:
    return Page(limit=limit, after=read_cursor(cursor) if cursor else None)


PageQuery = Annotated[Page, Depends(_page)]
"""A route's page, read from its query."""
