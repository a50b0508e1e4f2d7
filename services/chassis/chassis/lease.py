"""A connection of the pool, and SQLAlchemy's view of it that is made only when somebody looks.

Making SQLAlchemy's connection and session ready takes longer than a statement by key: of what a write cost
outside the database, three fifths (measured: 360 against 150 µs of processor time for one statement).
"""

from typing import Any, Final

import asyncpg
from sqlalchemy import Connection, Engine
from sqlalchemy.orm import Session
from sqlalchemy.pool import PoolProxiedConnection
from sqlalchemy.util import greenlet_spawn

LEASE: Final = "lease"
"""Where `session.info` keeps it."""


class Lease:
    """One connection, from the pool and back to it. `engine` opens no transactions of its own."""

    def __init__(self, engine: Engine, pooled: PoolProxiedConnection) -> None:
        driver = pooled.driver_connection
        assert isinstance(driver, asyncpg.Connection)
        self.driver: Final = driver
        self._engine = engine
        self._pooled = pooled
        self._connection: Connection | None = None

    @property
    def taken(self) -> bool:
        """Whether SQLAlchemy looked at it."""
        return self._connection is not None

    def connection(self) -> Connection:
        """SQLAlchemy's view of the connection."""
        if self._connection is None:
            self._connection = Connection(self._engine, connection=self._pooled)
        return self._connection

    async def end(self) -> None:
        """Give it back; one that the server has closed is thrown away."""
        if self.driver.is_closed():
            self._pooled.invalidate()
        await greenlet_spawn(self._connection.close if self._connection else self._pooled.close)


class LateSession(Session):
    """A session that takes hold of its lease's connection with its first statement."""

    def get_bind(self, *_: Any, **__: Any) -> Connection:
        lease = self.info[LEASE]
        assert isinstance(lease, Lease)
        return lease.connection()
