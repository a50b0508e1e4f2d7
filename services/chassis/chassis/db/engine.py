"""The database of one service process: its pool, and the connections and transactions taken from it."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Final, TypeVar
from weakref import WeakSet

import asyncpg
import orjson
from sqlalchemy import URL, MetaData, event
from sqlalchemy.exc import DisconnectionError, MissingGreenlet
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.util.concurrency import in_greenlet

from chassis import outages
from chassis.addresses import Address, database_address
from chassis.db.access import DIRECT, Access
from chassis.db.errors import NO_ANSWER, is_stale_statement, timeout_of
from chassis.db.handover import Handover
from chassis.db.notifier import Notifier
from chassis.db.pool import LOOK_SECONDS, ConnectionPool, PoolUse
from chassis.db.statement import Statement, TextStatement
from chassis.db.transaction import Connection, OneStatement, SpanFactory, Transaction
from chassis.postgres import SERVER_KEEPALIVES, Server

R = TypeVar("R")
SETTINGS: Final = {"timezone": "UTC", "jit": "off"}
"""PostgreSQL's settings on every connection of every service."""

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


def new_metadata() -> MetaData:
    """A service's own table metadata, with constraint names that migrations can rely on.

    Usage: `class Model(DeclarativeBase): metadata = new_metadata()`.
    """
    return MetaData(naming_convention=NAMING)


def async_url(url: str) -> str:
    """The SQLAlchemy URL for `postgresql://…`, `postgres://…` or a URL that already names asyncpg."""
    scheme, _, rest = url.partition("://")
    return f"postgresql+asyncpg://{rest}" if scheme in {"postgres", "postgresql"} else url


class Database:
    """Pool, connections and transactions of one service process."""

    def __init__(
        self,
        url: str,
        *,
        pool_size: int = 20,
        settings: Mapping[str, str] | None = None,
        access: Access = DIRECT,
    ) -> None:
        self.url = async_url(url)
        address = database_address(url)
        self.driver_url = address.url()
        """The same URL in the driver's form."""
        self._settings, self._access = settings, access
        self._server = Server(
            url, settings=access.sent({**SETTINGS, **SERVER_KEEPALIVES, **(settings or {})}), **access.options
        )
        self._notifiers: dict[str, Notifier] = {}
        self.handover = Handover()
        self._drivers = WeakSet[asyncpg.Connection]()
        self.engine = create_async_engine(
            _engine_url(address),
            # All connections are pooled: an overflow connection would be opened and closed for each use.
            pool_size=pool_size,
            max_overflow=0,
            pool_timeout=LOOK_SECONDS,
            pool_pre_ping=False,
            pool_use_lifo=True,
            # The connection's codec writes and reads JSON, for both the session and the driver.
            json_serializer=_unchanged,
            async_creator=self._connect,
            hide_parameters=True,  # errors are logged
        )
        event.listen(self.engine.sync_engine, "connect", _use_json_codec)
        event.listen(self.engine.sync_engine, "connect", _is_there)
        outages.DATABASE.in_use = True
        event.listen(self.engine.sync_engine, "checkout", _refuse_closed)
        self._pool = ConnectionPool(self.engine.pool)
        # SQLAlchemy opens no transaction of its own: reading needs none, the driver begins one for writing.
        self._plain = self.engine.execution_options(isolation_level="AUTOCOMMIT").sync_engine
        self.span: SpanFactory | None = None
        """Opens a span around each statement, if the service is traced."""
        self.count_timeout: Callable[[str], None] = _uncounted
        """Counts a statement that was given up, by the kind of `errors.timeout_of`."""

    def with_second_pool(self, pool_size: int) -> "Database":
        """The same database through a pool of its own; commits through either wake the same workers, and
        hand their events to the same relay."""
        second = Database(self.url, pool_size=pool_size, settings=self._settings, access=self._access)
        second._drivers = self._drivers
        second.count_timeout = self.count_timeout
        second._notifiers, second.handover = self._notifiers, self.handover
        return second

    @property
    def pool_use(self) -> PoolUse:
        """How the connections of its pool are used now."""
        return self._pool.use

    def connection(self) -> Connection:
        """A connection for reading; the caller releases it."""
        return Connection(self._plain, self._pool, self.span)

    def reading(self) -> AbstractAsyncContextManager[Connection]:
        """A connection outside any transaction; each statement takes one round trip."""
        return _Reading(self.connection(), self)

    async def read_one(
        self, statement: Statement[R] | TextStatement[R], values: Mapping[str, object]
    ) -> R | None:
        """The first row of one statement, on a connection of its own."""
        async with self.reading() as connection:
            return await statement.one(connection, **values)

    @asynccontextmanager
    async def writing(self, *, one_statement: bool = False) -> AsyncGenerator[Transaction]:
        """One transaction: committed when the block ends normally, rolled back when it raises.

        The transaction begins with its first statement. The commit wakes the workers of the queues that the
        transaction filled (`Transaction.wake_after_commit`). With `one_statement` the block runs one at
        most, which is a transaction by itself.
        """
        made = OneStatement if one_statement else Transaction
        transaction = made(self._plain, self._pool, self.span, self.handover)
        committed = False
        try:
            try:
                yield transaction
                await transaction.commit()
                committed = True
            except BaseException as error:
                self.note_failure(error, transaction)
                if is_stale_statement(error):
                    await self._forget_statements()
                await transaction.rollback()
                raise
            finally:
                await transaction.release()
        finally:
            transaction.end(committed=committed)
        self._wake(transaction.queues)

    def _wake(self, queues: Mapping[str, float]) -> None:
        for queue, after in queues.items():
            if after > 0:
                self.notifier(queue).notify_in(after)
            else:
                self.notifier(queue).notify()

    def wake(self, queue: str) -> None:
        """Wake a worker of `queue`, '' for one of every queue: another process may have filled it."""
        for each in [queue] if queue else list(self._notifiers):
            self.notifier(each).notify()

    def note_failure(self, error: BaseException, connection: Connection) -> None:
        """Count a timeout, and cut the connection to a server that does not answer: it would not hear a
        ROLLBACK either."""
        kind = timeout_of(error)
        if kind is None:
            return
        self.count_timeout(kind)
        if kind == NO_ANSWER:
            connection.cut()

    async def _forget_statements(self) -> None:
        """Let every connection prepare its statements anew: all hold what one found out to be stale."""
        for driver in tuple(self._drivers):
            await driver.reload_schema_state()

    def _connect(self) -> Awaitable[asyncpg.Connection]:
        # SQLAlchemy raises this too, but only after it has created a coroutine that is never awaited.
        if not in_greenlet():
            raise MissingGreenlet
        return self._opened()

    async def _opened(self) -> asyncpg.Connection:
        connection = await self._server.connect()
        self._drivers.add(connection)
        return connection

    def notifier(self, queue: str) -> Notifier:
        """The notifier that wakes the workers of `queue` after each commit that filled it."""
        return self._notifiers.setdefault(queue, Notifier())

    async def close(self) -> None:
        """Close every pooled connection."""
        for notifier in self._notifiers.values():
            notifier.close()
        self._pool.close()
        await self.engine.dispose()


class _Reading(AbstractAsyncContextManager[Connection]):
    """Releases a connection at the end of a block. It is a class: a generator costs 2 % of a small read."""

    def __init__(self, connection: Connection, database: Database) -> None:
        self._connection = connection
        self._database = database

    async def __aenter__(self) -> Connection:
        return self._connection

    async def __aexit__(self, _: object, error: BaseException | None, __: object) -> None:
        if error is not None:
            self._database.note_failure(error, self._connection)
        await self._connection.release()


def _engine_url(address: Address) -> URL:
    """What SQLAlchemy and traces show of the address; connections are opened by the whole of it."""
    host, port = address.hosts[0] if address.hosts else (None, None)
    name = address.path.removeprefix("/") or None
    return URL.create("postgresql+asyncpg", address.user or None, address.password, host, port, name)


def _uncounted(_: str) -> None:
    """Count nothing."""


def _json_text(value: object) -> str:
    return orjson.dumps(value).decode()


def _unchanged(value: object) -> object:
    return value


def _refuse_closed(dbapi_connection: Any, _record: object, _proxy: object) -> None:
    """Make the pool replace a connection that the server has closed, instead of handing it out."""
    if dbapi_connection.driver_connection.is_closed():
        raise DisconnectionError


def _is_there(_connection: object, _record: object) -> None:
    """A new connection has been used: an outage is over."""
    outages.DATABASE.over()


def _use_json_codec(dbapi_connection: Any, _record: object) -> None:
    dbapi_connection.run_async(_set_json_codec)


async def _set_json_codec(driver: asyncpg.Connection) -> None:
    """Make JSON columns accept and return Python values. A pooler may change servers between transactions."""
    async with driver.transaction():
        for kind in ("json", "jsonb"):
            await driver.set_type_codec(
                kind, schema="pg_catalog", encoder=_json_text, decoder=orjson.loads, format="text"
            )
