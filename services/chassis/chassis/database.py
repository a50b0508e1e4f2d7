"""The database of one service: engine, sessions, and the transaction around a request."""

from collections.abc import AsyncGenerator, Awaitable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Annotated, Any

import asyncpg
import orjson
from fastapi import Depends, Request
from sqlalchemy import MetaData, event, make_url
from sqlalchemy.exc import DisconnectionError, MissingGreenlet
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.pool import PoolProxiedConnection, QueuePool
from sqlalchemy.util import greenlet_spawn
from sqlalchemy.util.concurrency import in_greenlet

from chassis.bell import RUNG, Bell
from chassis.driver import SPAN, Found, Prepared
from chassis.idempotency import attempt_of
from chassis.lease import LEASE, LateSession, Lease

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


def new_metadata() -> MetaData:
    """A service's own catalogue of tables, with constraint names that migrations can rely on.

    Use it so: `class Model(DeclarativeBase): metadata = new_metadata()`.
    """
    return MetaData(naming_convention=NAMING)


def async_url(url: str) -> str:
    """The SQLAlchemy address for `postgresql://…`, `postgres://…` or an address already made for asyncpg."""
    scheme, _, rest = url.partition("://")
    return f"postgresql+asyncpg://{rest}" if scheme in {"postgres", "postgresql"} else url


def _json(value: object) -> str:
    return orjson.dumps(value).decode()


def _only_open(dbapi_connection: Any, _record: object, _proxy: object) -> None:
    """A connection that the server has closed is not handed out: the pool makes another one."""
    if dbapi_connection.driver_connection.is_closed():
        raise DisconnectionError


class ReadOnlySession(AsyncSession):
    """A session outside any transaction: each statement sees what was committed before it began."""


class Database:
    """Engine and sessions of one service process."""

    def __init__(self, url: str, *, pool_size: int = 10, settings: Mapping[str, str] | None = None) -> None:
        self.url = async_url(url)
        self.driver_url = (
            make_url(self.url).set(drivername="postgresql").render_as_string(hide_password=False)
        )
        """The same as the driver itself reads it."""
        # One may lie idle for long: what stands between must not forget it, nor we wait for a lost one.
        kept = {"tcp_keepalives_idle": "60", "tcp_keepalives_interval": "10", "tcp_keepalives_count": "3"}
        self._settings = {"timezone": "UTC", "jit": "off", **kept, **(settings or {})}
        self._bells: dict[str, Bell] = {}
        self.engine = create_async_engine(
            self.url,
            # All are kept once they were needed: what overflows a pool is opened and closed for each use.
            pool_size=2 * pool_size,
            max_overflow=0,
            pool_timeout=10,
            pool_pre_ping=False,
            pool_use_lifo=True,  # few connections with their plans at hand, rather than all of them in turn
            json_serializer=_json,
            json_deserializer=orjson.loads,
            async_creator=self._connect,
        )
        event.listen(self.engine.sync_engine, "checkout", _only_open)
        # SQLAlchemy opens no transaction of its own: reading needs none, those of writing are the driver's.
        self._plain = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self._read = async_sessionmaker(self._plain, class_=ReadOnlySession, expire_on_commit=False)
        self.info: dict[str, Any] = {}
        """What every session of this database has in its `info`."""

    @asynccontextmanager
    async def reading(self) -> AsyncGenerator[ReadOnlySession]:
        """A session for reading only; one round trip for each statement."""
        async with self._read(info=self.info) as session:
            yield session

    async def read_one(self, statement: Prepared, values: Mapping[str, object]) -> Found | None:
        """The first row that a statement of the hottest paths finds, outside any transaction."""
        async with self._lease() as lease:
            return await statement.by(lease.driver, values, self.info.get(SPAN))

    @asynccontextmanager
    async def writing(self) -> AsyncGenerator[AsyncSession]:
        """One transaction: committed when the block ends well, rolled back when it raises.

        It is begun and ended by the driver, so that statements may run through the session or, on the
        hottest paths, through the driver itself (`chassis.driver`). The session takes hold of the connection,
        and the transaction begins, with the first statement.
        """
        async with self._lease() as lease:
            session = AsyncSession(
                sync_session_class=LateSession, expire_on_commit=False, info={**self.info, LEASE: lease}
            )
            try:
                yield session
                if lease.taken or session.new:
                    await session.flush()
                await lease.commit()
            except BaseException:
                await lease.rollback()
                raise
            finally:
                if lease.taken:
                    await session.close()
        for queue in session.info.get(RUNG, ()):
            self.bell(queue).ring()

    @asynccontextmanager
    async def _lease(self) -> AsyncGenerator[Lease]:
        lease = Lease(self._plain.sync_engine, await self._pooled())
        try:
            yield lease
        finally:
            await lease.end()

    def _connect(self) -> Awaitable[asyncpg.Connection]:
        # SQLAlchemy would say so too, but only when there is a coroutine already that nobody awaits then.
        if not in_greenlet():
            raise MissingGreenlet
        return asyncpg.connect(self.driver_url, timeout=10, server_settings=self._settings)

    async def _pooled(self) -> PoolProxiedConnection:
        """A connection from the pool. SQLAlchemy's greenlet, dearer than all the rest of it, is only there
        where a connection has to be made or waited for: when none is idle, or the idle one turns out to be
        closed."""
        pool = self.engine.pool
        if isinstance(pool, QueuePool) and pool.checkedin():
            with suppress(MissingGreenlet):
                return pool.connect()
        return await greenlet_spawn(pool.connect)

    def bell(self, queue: str) -> Bell:
        """What rings after each commit that filled this queue; see `chassis.bell.ring_after_commit`."""
        return self._bells.setdefault(queue, Bell())

    async def close(self) -> None:
        """Give every connection back to the server."""
        await self.engine.dispose()


def database_of(request: Request) -> Database:
    """The database of the service that serves `request`."""
    return request.app.state.database


# Dependencies are coroutines: FastAPI sends a plain function into a thread, at more than a query's cost.
async def _database(request: Request) -> Database:
    return database_of(request)


async def _reading(request: Request) -> AsyncGenerator[ReadOnlySession]:
    async with database_of(request).reading() as session:
        yield session


async def _writing(request: Request) -> AsyncGenerator[AsyncSession]:
    transaction = database_of(request).writing()
    attempt = attempt_of(request)
    async with attempt.writing(request, transaction) if attempt else transaction as session:
        yield session


# scope="function": the transaction ends before the answer starts, so that no 200 precedes a failed commit.
ReadSession = Annotated[ReadOnlySession, Depends(_reading, scope="function")]
WriteSession = Annotated[AsyncSession, Depends(_writing, scope="function")]
RequestDatabase = Annotated[Database, Depends(_database)]
"""For the rare route that needs a transaction of its own besides the request's (counting failed tries)."""
