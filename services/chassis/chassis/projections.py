"""Projections: copies of data that other services own, updated by their events."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeVar

from sqlalchemy import Table, inspect, literal_column
from sqlalchemy.dialects.postgresql import insert

from chassis.db import Record, Statement, Transaction, params

T = TypeVar("T")

PATIENCE_SECONDS: Final = 0.5
STEP_SECONDS: Final = 0.05


async def keep_newest(
    tx: Transaction,
    table: type[Any],
    key: Sequence[str],
    values: Mapping[str, object],
    *,
    revision: str = "revision",
    unless: str | None = None,
) -> bool:
    """Write a row of a projection unless a newer one is stored; returns whether it was written.

    `table` is a mapped class, `key` the names of its key columns, `values` the columns by name, among them
    the key and `revision`, the column that orders the changes. A row with the same revision is written again,
    which changes nothing. `unless` names a boolean column that makes a row final (`deleted`, for example).
    Events arrive at least once, and across aggregates in any order: this makes both harmless.
    """
    statement = _keep_newest(table, tuple(key), tuple(sorted(values)), revision, unless)
    return await statement.one(tx, **values) is not None


@cache
def _keep_newest(
    mapped: type[Any], key: tuple[str, ...], names: tuple[str, ...], revision: str, unless: str | None
) -> Statement[Record]:
    table = inspect(mapped).local_table
    assert isinstance(table, Table)
    arriving = insert(table).values(params(*names))
    newer = table.c[revision] <= arriving.excluded[revision]
    return Statement(
        arriving.on_conflict_do_update(
            index_elements=[table.c[name] for name in key],
            set_={name: arriving.excluded[name] for name in names if name not in key},
            where=newer & ~table.c[unless] if unless else newer,
        ).returning(literal_column("true").label("written"))
    )


async def wait_for_projection(
    read: Callable[[], Awaitable[T | None]], *, patience: float = PATIENCE_SECONDS
) -> T | None:
    """The result of `read`, called again for at most `patience` seconds while it finds nothing.

    A caller may use in one service what it created in another an instant ago; the event about it takes some
    ten milliseconds. `read` must see fresh commits at each call: a `Reading` connection does, and so does a
    transaction at READ COMMITTED.
    """
    found = await read()
    waited = 0.0
    while found is None and waited < patience:
        await asyncio.sleep(STEP_SECONDS)
        waited += STEP_SECONDS
        found = await read()
    return found
