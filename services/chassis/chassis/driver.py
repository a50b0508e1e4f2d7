"""Statements of the hottest paths, run by the database driver itself inside the session's transaction.

SQLAlchemy's compiler, result and greenlets cost about four times the processor time of such a statement
(measured: 180 µs against 45). What is run here is meant to be little: what every request, event or alert
passes; everything else goes through the session.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final

import asyncpg
from sqlalchemy.ext.asyncio import AsyncSession

from chassis.lease import LEASE, Lease

DRIVER: Final = "driver"
"""Where the `info` of a reading session keeps the driver's connection."""
SPAN: Final = "span"
"""Where it keeps the service's `Spanning`, if there is one."""
Spanning = Callable[[str], AbstractContextManager[None]]
"""Gives a statement a span, when the service traces."""
_NAME: Final = re.compile(r"(?<!:):([a-z_]\w*)")


class Found(asyncpg.Record):
    """A row whose columns are attributes, as those of SQLAlchemy's rows are."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError as error:
            raise AttributeError(name) from error


class Prepared:
    """A statement with `:named` values; the driver keeps it prepared on each connection.

    Unlike SQLAlchemy it adds no casts: where PostgreSQL cannot tell a value's type, the statement says it.
    """

    def __init__(self, statement: str) -> None:
        names = list(dict.fromkeys(_NAME.findall(statement)))
        places = {name: f"${place}" for place, name in enumerate(names, 1)}
        self.names: Final = tuple(names)
        self.text: Final = _NAME.sub(lambda found: places[found[1]], statement)

    async def one_or_none(self, session: AsyncSession, values: Mapping[str, object]) -> Found | None:
        """The first row that the statement finds. Raises the driver's own errors, with their `sqlstate`."""
        return await self.by(await driver_of(session), values, session.info.get(SPAN))

    async def all(self, session: AsyncSession, values: Mapping[str, object]) -> list[Found]:
        """Every row that the statement finds. Raises the driver's own errors, with their `sqlstate`."""
        driver, spanning = await driver_of(session), session.info.get(SPAN)
        with self._seen(spanning):
            return await driver.fetch(self.text, *self._placed(values), record_class=Found)

    async def run(self, session: AsyncSession, values: Mapping[str, object]) -> None:
        """Run the statement for its effect. Raises the driver's own errors, with their `sqlstate`."""
        await self.one_or_none(session, values)

    async def before(self, session: AsyncSession, values: Mapping[str, object]) -> Found | None:
        """The first row that the statement finds, without the session's transaction being begun for it.

        For a read whose truth the write after it, or a constraint, decides anyway.
        """
        return await self.by(session.info[LEASE].driver, values, session.info.get(SPAN))

    async def alone(self, session: AsyncSession, values: Mapping[str, object]) -> None:
        """Run the statement for its effect: as the whole of the session's transaction, unless one has begun.

        For a statement that is all its request writes; saves two round trips.
        """
        await self.before(session, values)

    async def by(
        self, driver: asyncpg.Connection, values: Mapping[str, object], spanning: Spanning | None
    ) -> Found | None:
        """The same on this connection; `spanning` is what the database's `info` has as SPAN."""
        with self._seen(spanning):
            return await driver.fetchrow(self.text, *self._placed(values), record_class=Found)

    def _seen(self, spanning: Spanning | None) -> AbstractContextManager[None]:
        return spanning(self.text) if spanning else nullcontext()

    def _placed(self, values: Mapping[str, object]) -> list[object]:
        return [values[name] for name in self.names]


async def driver_of(session: AsyncSession) -> asyncpg.Connection:
    """The driver's connection on which the session's statements run, its transaction begun."""
    lease = session.info.get(LEASE)
    if isinstance(lease, Lease):
        await lease.begin()
        return lease.driver
    driver = session.info.get(DRIVER)
    if driver is None:
        connection = await session.connection()
        driver = session.info[DRIVER] = (await connection.get_raw_connection()).driver_connection
    assert isinstance(driver, asyncpg.Connection)
    return driver
