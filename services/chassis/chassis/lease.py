"""A connection of the pool; its transaction and SQLAlchemy's view of it come only when they are needed.

Making SQLAlchemy's connection and session ready takes longer than a statement by key: of what a write cost
outside the database, three fifths (measured: 360 against 150 µs of processor time for one statement).
"""

from typing import Any, Final

import asyncpg
from asyncpg.transaction import Transaction
from sqlalchemy import Connection, Engine
from sqlalchemy.orm import Session
from sqlalchemy.pool import PoolProxiedConnection
from sqlalchemy.util import await_only, greenlet_spawn

LEASE: Final = "lease"
"""Where `session.info` keeps it."""


class Lease:
    """One connection, from the pool and back to it. `engine` opens no transactions of its own.

    The transaction begins with the first statement that is not said to come before it, or to be all of it.
    """

    def __init__(self, engine: Engine, pooled: PoolProxiedConnection) -> None:
        driver = pooled.driver_connection
        assert isinstance(driver, asyncpg.Connection)
        self.driver: Final = driver
        self._engine = engine
        self._pooled = pooled
        self._connection: Connection | None = None
        self._transaction: Transaction | None = None

    @property
    def begun(self) -> bool:
        """Whether a transaction is open."""
        return self._transaction is not None

    @property
    def taken(self) -> bool:
        """Whether SQLAlchemy looked at it."""
        return self._connection is not None

    async def begin(self) -> None:
        """Open the transaction, unless it is open."""
        if self._transaction is None:
            transaction = self.driver.transaction()
            await transaction.start()
            self._transaction = transaction

    async def commit(self) -> None:
        """End the transaction, if there is one, and keep what it did; one that fails here is rolled back."""
        transaction, self._transaction = self._transaction, None
        if transaction:
            await transaction.commit()

    async def rollback(self) -> None:
        """End the transaction, if there is one, and undo what it did; the server does so when it is lost."""
        if self._transaction and not self.driver.is_closed():
            await self._transaction.rollback()

    def connection(self) -> Connection:
        """SQLAlchemy's view of the connection, in the transaction; asked for by a session at its work."""
        if self._connection is None:
            await_only(self.begin())
            self._connection = Connection(self._engine, connection=self._pooled)
        return self._connection

    async def end(self) -> None:
        """Give it back; one that is closed, or was interrupted in its transaction, is thrown away."""
        if self.driver.is_closed() or self.driver.is_in_transaction():
            self._pooled.invalidate()
        if self._connection:
            await greenlet_spawn(self._connection.close)
        else:
            self._pooled.close()


class LateSession(Session):
    """A session that takes hold of its lease's connection with its first statement."""

    def get_bind(self, *_: Any, **__: Any) -> Connection:
        lease = self.info[LEASE]
        assert isinstance(lease, Lease)
        return lease.connection()
