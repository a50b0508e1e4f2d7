"""Rows by their tables, and writing them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from chassis.db import Statement, Transaction, params
from sqlalchemy import insert

Row = Mapping[str, object]
Tables = Sequence[tuple[type[Any], Sequence[Row]]]
"""Mapped classes with rows, in an order that foreign keys allow. Columns left out keep their defaults."""
NO_ROWS: Final[Tables] = ()


async def write(tx: Transaction, tables: Tables) -> None:
    """Insert the rows, one statement for each table and set of columns, and one round trip for each."""
    for table, rows in tables:
        alike: dict[tuple[str, ...], list[Row]] = {}
        for row in rows:
            alike.setdefault(tuple(sorted(row)), []).append(row)
        for names, group in alike.items():
            await Statement(insert(table).values(params(*names))).run_each(tx, group)
