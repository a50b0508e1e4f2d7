"""Statements that are compiled once, at import, and run on the driver inside the caller's transaction.

    FIND: Final = Statement(select(Order.id, Order.status).where(Order.id == bindparam("id")), into=Status)
    found = await FIND.one(tx, id=order_id)

SQLAlchemy only generates the SQL: its session, results and greenlets cost five to seven times the processor
time of the statement itself (measured for one row by key: 0.73 ms with the session, 0.10 ms on the driver).
The driver caches each prepared statement on each connection. SQLAlchemy's bind and result processors do not
run: a codec of the connection converts JSON; times and arrays are passed as asyncpg takes them.
"""

import re
from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import fields, is_dataclass
from typing import Any, Final, Generic, TypeVar, cast, overload

import asyncpg
from sqlalchemy import BindParameter, Executable, bindparam
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg

from chassis.db.transaction import Connection, SpanFactory, Transaction

R = TypeVar("R")
T = TypeVar("T")
_NAME: Final = re.compile(r"(?<!:):([a-z_]\w*)")
_DIALECT: Final = PGDialect_asyncpg()
_ROWS_AHEAD: Final = 500
_NOT_TRACED: Final = nullcontext()


class Record(asyncpg.Record):
    """A row whose columns are attributes."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError as error:
            raise AttributeError(name) from error


def params(*names: str) -> dict[str, BindParameter[Any]]:
    """`bindparam`s by name, for the values of an insert or update whose columns have the same names."""
    return {name: bindparam(name) for name in names}


class _CompiledStatement(Generic[R]):
    """SQL text with numbered placeholders, the value name of each placeholder, and the type of a row.

    Values that the statement does not name are ignored, so that variants of one statement can take the same
    values.
    """

    def __init__(self, text: str, places: Iterable[str], constants: Mapping[str, object], into: Any) -> None:
        self.text: Final = text
        self.places: Final = tuple(places)
        self.constants: Final = dict(constants)
        self.into: Final = into
        self._checked = into is None

    async def one(self, tx: Connection, /, **values: object) -> R | None:
        """The first row that the statement finds. Raises asyncpg's errors, with their `sqlstate`."""
        return await self.on(await tx.driver(), tx.span, values)

    async def all(self, tx: Connection, /, **values: object) -> list[R]:
        """Every row that the statement finds. Raises asyncpg's errors, with their `sqlstate`."""
        return await self._all_on(await tx.driver(), tx.span, values)

    async def value(self, tx: Connection, /, **values: object) -> Any:
        """The first column of the first row; None when there is no row."""
        driver = await tx.driver()
        with _spanned(tx.span, self.text):
            return await driver.fetchval(self.text, *self._arguments(values))

    async def column(self, tx: Connection, /, **values: object) -> list[Any]:
        """The first column of every row."""
        driver = await tx.driver()
        with _spanned(tx.span, self.text):
            return [row[0] for row in await driver.fetch(self.text, *self._arguments(values))]

    async def run(self, tx: Transaction, /, **values: object) -> None:
        """Run the statement for its effect. Raises asyncpg's errors, with their `sqlstate`."""
        driver = await tx.driver()
        with _spanned(tx.span, self.text):
            await driver.fetchrow(self.text, *self._arguments(values))

    async def run_each(self, tx: Transaction, rows: Iterable[Mapping[str, object]], /) -> None:
        """Run the statement once for each set of values, in one round trip."""
        await self._each_on(await tx.driver(), tx.span, rows)

    async def all_of_each(self, tx: Transaction, rows: Iterable[Mapping[str, object]], /) -> list[R]:
        """Run the statement once for each set of values; returns the rows that all of them find.

        It takes one round trip. It is a transaction of its own, unless `tx` has already begun.
        """
        return [self._row(row) for row in await self._each_on(await tx.idle_driver(), tx.span, rows)]

    async def stream(self, tx: Transaction, /, **values: object) -> AsyncGenerator[R]:
        """Every row, read through a cursor; for results too large for memory."""
        driver = await tx.driver()
        cursor = driver.cursor(self.text, *self._arguments(values), prefetch=_ROWS_AHEAD, record_class=Record)
        async for row in cursor:
            yield self._row(row)

    async def outside_transaction(self, tx: Transaction, /, **values: object) -> R | None:
        """The first row that the statement finds, read without beginning the transaction.

        For a read whose result the write after it, or a constraint, checks anyway. Saves two round trips.
        """
        return await self.on(await tx.idle_driver(), tx.span, values)

    async def all_outside_transaction(self, tx: Transaction, /, **values: object) -> list[R]:
        """Every row that the statement finds, read without beginning the transaction."""
        return await self._all_on(await tx.idle_driver(), tx.span, values)

    async def autocommit(self, tx: Transaction, /, **values: object) -> R | None:
        """Run the statement as a transaction of its own, unless `tx` has already begun.

        For a request that writes with a single statement. Saves two round trips.
        """
        return await self.outside_transaction(tx, **values)

    async def on(
        self, driver: asyncpg.Connection, span: SpanFactory | None, values: Mapping[str, object]
    ) -> R | None:
        """The first row that the statement finds on this connection."""
        with _spanned(span, self.text):
            row = await driver.fetchrow(self.text, *self._arguments(values), record_class=Record)
        return None if row is None else self._row(row)

    async def _all_on(
        self, driver: asyncpg.Connection, span: SpanFactory | None, values: Mapping[str, object]
    ) -> list[R]:
        with _spanned(span, self.text):
            rows = await driver.fetch(self.text, *self._arguments(values), record_class=Record)
        return [self._row(row) for row in rows] if self.into else cast(list[R], rows)

    async def _each_on(
        self, driver: asyncpg.Connection, span: SpanFactory | None, rows: Iterable[Mapping[str, object]]
    ) -> list[Record]:
        """The rows of every run. One run needs no pipeline, which costs more (measured: 150, not 130 µs)."""
        values = [self._arguments(each) for each in rows]
        with _spanned(span, self.text):
            if len(values) == 1:
                return await driver.fetch(self.text, *values[0], record_class=Record)
            return await driver.fetchmany(self.text, values, record_class=Record)

    def _arguments(self, values: Mapping[str, object]) -> list[object]:
        if self.constants:
            values = {**self.constants, **values}
        return [values[name] for name in self.places]

    def _row(self, row: Record) -> R:
        if self.into is None:
            return cast(R, row)
        if not self._checked:
            self.check_columns(tuple(row.keys()))
            self._checked = True
        return self.into(*row)

    def check_columns(self, found: tuple[str, ...]) -> None:
        """Raise TypeError unless the columns are the fields of the row's type, in the same order."""
        named: tuple[str, ...] = getattr(self.into, "_fields", ())
        expected = tuple(field.name for field in fields(self.into)) if is_dataclass(self.into) else named
        if expected and found != expected:
            raise TypeError(f"{self.into} has the fields {expected}, the statement finds {found}")


class Statement(_CompiledStatement[R]):
    """A SQLAlchemy expression over mapped tables; `bindparam` names its values.

    `into` is a dataclass or NamedTuple whose fields are the selected columns, in their order; without it rows
    are `Record`. A NamedTuple is made in a third of the time, which counts in lists.
    Constants of the expression also become bound values; to match a partial index, write its condition as
    `literal_column`.
    """

    @overload
    def __init__(self: "Statement[Record]", expression: Executable) -> None: ...

    @overload
    def __init__(self: "Statement[T]", expression: Executable, *, into: type[T]) -> None: ...

    def __init__(self, expression: Executable, *, into: type[Any] | None = None) -> None:
        compiled: Any = cast(Any, expression).compile(dialect=_DIALECT)
        constants = {
            name: bind.effective_value
            for name, bind in compiled.binds.items()
            if not bind.required and name in compiled.positiontup
        }
        super().__init__(compiled.string, compiled.positiontup, constants, into)


class TextStatement(_CompiledStatement[R]):
    """Measured SQL with `:named` values, where an expression would be less readable. For `hot_sql.py` files.

    Unlike SQLAlchemy it adds no casts: the text contains a cast where PostgreSQL cannot infer a value's type.
    """

    @overload
    def __init__(self: "TextStatement[Record]", text: str) -> None: ...

    @overload
    def __init__(self: "TextStatement[T]", text: str, *, into: type[T]) -> None: ...

    def __init__(self, text: str, *, into: type[Any] | None = None) -> None:
        names = list(dict.fromkeys(_NAME.findall(text)))
        places = {name: f"${place}" for place, name in enumerate(names, 1)}
        super().__init__(_NAME.sub(lambda found: places[found[1]], text), names, {}, into)


def _spanned(span: SpanFactory | None, text: str) -> AbstractContextManager[None]:
    return span(text) if span else _NOT_TRACED
