"""Statements of the hottest paths, run by the database driver itself inside the session's transaction.

SQLAlchemy's compiler, result and greenlets cost about four times the processor time of such a statement
(measured: 180 µs against 45). What is run here is meant to be counted on one hand for each service;
everything else goes through the session.
"""

import re
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final

import asyncpg
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession

DRIVER: Final = "driver"
"""Where `session.info` keeps the driver's connection."""
SPAN: Final = "span"
"""Where it keeps what gives a statement a span, when the service traces."""
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
        driver = await driver_of(session)
        with _span(session, self.text):
            return await driver.fetchrow(
                self.text, *[values[name] for name in self.names], record_class=Found
            )

    async def run(self, session: AsyncSession, values: Mapping[str, object]) -> None:
        """Run the statement for its effect. Raises the driver's own errors, with their `sqlstate`."""
        driver = await driver_of(session)
        with _span(session, self.text):
            await driver.fetchrow(self.text, *[values[name] for name in self.names])


async def driver_of(session: AsyncSession) -> asyncpg.Connection:
    """The driver's connection on which the session's statements run."""
    driver: asyncpg.Connection | None = session.info.get(DRIVER)
    if driver is None:
        driver = session.info[DRIVER] = await driver_under(await session.connection())
    return driver


async def driver_under(connection: AsyncConnection) -> asyncpg.Connection:
    """The driver's connection beneath SQLAlchemy's."""
    driver = (await connection.get_raw_connection()).driver_connection
    assert isinstance(driver, asyncpg.Connection)
    return driver


def _span(session: AsyncSession, statement: str) -> AbstractContextManager[None]:
    spanning = session.info.get(SPAN)
    return spanning(statement) if spanning else nullcontext()
