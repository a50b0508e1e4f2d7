"""How long rows are kept, and deleting those whose time is over, in small steps.

    OLD_ATTEMPTS: Final = Retention(AttemptRow, AttemptRow.at, keeps=LONGEST_WINDOW)

    @job(every=timedelta(minutes=10), prunes=(OLD_ATTEMPTS,))
    async def delete_old_attempts(tx: Transaction, now: datetime) -> bool:
        return await prune(tx, (OLD_ATTEMPTS,), now)

A step deletes at most `STEP` rows, the oldest first, in a short transaction of its own; a job takes the next
step at once while one was full (`chassis.jobs`). Rows that somebody else has locked are left to a later run.
One statement over millions of rows would hold its locks and old row versions for minutes, and undo all of its
work when it fails.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, cast

from sqlalchemy import (
    ColumnElement,
    DateTime,
    Table,
    any_,
    bindparam,
    delete,
    func,
    inspect,
    literal_column,
    select,
)
from sqlalchemy.orm import InstrumentedAttribute

from chassis.db import Statement, Transaction

STEP: Final = 5000
"""Rows of a step: 30 to 150 ms of work."""

Column = InstrumentedAttribute[Any] | ColumnElement[Any]


def _same(moment: datetime) -> object:
    return moment


class Retention:
    """Rows of a table are deleted once their `age` column is longer ago than `keeps`."""

    def __init__(
        self,
        table: type[Any] | Table,
        age: Column,
        *,
        keeps: timedelta = timedelta(0),
        only: Sequence[ColumnElement[bool]] = (),
        bound: Callable[[datetime], object] = _same,
    ) -> None:
        """`age` must lead an index, also under the conditions of `only`; `bound` is the value of the column
        for a moment, for ids that grow with time (`ids.floor_id`). The column of an expiry needs no `keeps`.
        """
        source = table if isinstance(table, Table) else cast(Table, inspect(table).local_table)
        self.table: Final = str(source.name)
        self.age: Final = str(age.key)
        self.keeps: Final = keeps
        self._bound = bound
        before = bindparam("before", type_=DateTime(timezone=True) if bound is _same else age.type)
        oldest = (
            select(literal_column("ctid"))
            .select_from(source)
            .where(age < before, *only)
            .order_by(age)
            .limit(literal_column(str(STEP)))
            .with_for_update(skip_locked=True)
            .correlate(None)
            .scalar_subquery()
        )
        gone = (
            delete(source)
            .where(literal_column("ctid") == any_(func.array(oldest)))
            .returning(literal_column("1"))
            .cte("gone")
        )
        self.statement: Final = Statement(select(func.count()).select_from(gone))

    async def step(self, tx: Transaction, now: datetime) -> bool:
        """Delete the oldest rows whose time is over; returns whether there may be more of them."""
        return await self.statement.value(tx, before=self._bound(now - self.keeps)) >= STEP


async def prune(tx: Transaction, rules: Sequence[Retention], now: datetime) -> bool:
    """Take a step of each rule; returns whether one of them may have more to delete."""
    return any([await rule.step(tx, now) for rule in rules])
