"""Seals again, with the first key of the settings, what its former keys have sealed, so that they can go.

    EXTERNAL_CALENDARS = sealed_rows(
        "addresses of external calendars",
        ExternalCalendarRow.sealed_url,
        key=ExternalCalendarRow.calendar_id,
        owner=ExternalCalendarRow.provider_id,
        about=lambda row: f"address of {row.key}",
    )

A row that changes meanwhile stays as it is then: the process that changed it has sealed it anew.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from sqlalchemy import LargeBinary, bindparam, select, update
from sqlalchemy.orm import InstrumentedAttribute

from chassis.db import Database, Record, Statement
from chassis.sealing import Sealing

PAGE_ROWS: Final = 200
"""Each page is a transaction of its own: rows are locked for milliseconds."""


@dataclass(frozen=True, slots=True)
class SealedRow:
    """A sealed value of a table."""

    key: str
    """The primary key, by which pages are ordered."""
    owner: str
    sealed: bytes


@dataclass(frozen=True, slots=True)
class SealedRows:
    """One column of sealed values."""

    name: str
    page: Statement[SealedRow]
    """Rows with a key above `:after` in order, at most `:most`."""
    write: Statement[Record]
    """Writes `:sealed` where the row with `:key` holds `:before`."""
    about: Callable[[SealedRow], str]
    """What a value is bound to (`chassis.sealing`)."""


def sealed_rows(
    name: str,
    column: InstrumentedAttribute[bytes | None],
    *,
    key: InstrumentedAttribute[str],
    owner: InstrumentedAttribute[str],
    about: Callable[[SealedRow], str],
) -> SealedRows:
    """The values of `column` that are not null. `key` is its table's primary key."""
    page = (
        select(key.label("key"), owner.label("owner"), column.label("sealed"))
        .where(column.is_not(None), key > bindparam("after"))
        .order_by(key)
        .limit(bindparam("most"))
    )
    write = (
        update(cast(type[Any], column.class_))
        .where(key == bindparam("key"), column == bindparam("before"))
        .values({column: bindparam("sealed", type_=LargeBinary())})
    )
    return SealedRows(name, Statement(page, into=SealedRow), Statement(write), about)


@dataclass(slots=True)
class Resealed:
    """What became of the values of one column."""

    name: str
    present: int = 0
    """Sealed with the first key already."""
    former: int = 0
    """Sealed with another key of the settings; after a run of `reseal` with the first."""
    lost: int = 0
    """Sealed with a key that the settings do not name: nobody can read them."""


async def reseal(
    database: Database, rows: SealedRows, keys: Sequence[bytes], *, write: bool = True
) -> Resealed:
    """Seal the values of `rows` with the first of `keys`; without `write` they are only counted."""
    every, first = Sealing(keys), Sealing(keys[:1])
    counted = Resealed(rows.name)
    after = ""
    while True:
        async with database.writing() as tx:
            page = await rows.page.all(tx, after=after, most=PAGE_ROWS)
            for row in page:
                secret = _opened(every, row, rows.about(row))
                if secret is None:
                    counted.lost += 1
                elif _opened(first, row, rows.about(row)) is not None:
                    counted.present += 1
                else:
                    counted.former += 1
                    if write:
                        sealed = first.seal(secret, about=rows.about(row))
                        await rows.write.run(tx, key=row.key, before=row.sealed, sealed=sealed)
        if len(page) < PAGE_ROWS:
            return counted
        after = page[-1].key


def _opened(sealing: Sealing, row: SealedRow, about: str) -> str | None:
    try:
        return sealing.open(row.sealed, about=about)
    except LookupError:
        return None
