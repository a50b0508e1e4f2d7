"""The connections of one process. What is given back stays at hand, spared SQLAlchemy's work for each use."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, NamedTuple

import asyncpg
from sqlalchemy.exc import MissingGreenlet
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import Pool, PoolProxiedConnection, QueuePool
from sqlalchemy.util import greenlet_spawn

PATIENCE_SECONDS: Final = 10.0
"""How long somebody waits for a connection."""
LOOK_SECONDS: Final = 1.0
"""How often who waits looks again: SQLAlchemy's pool wakes somebody when a connection comes back, and nobody
when one could not be opened, whose place is free then."""
IDLE_SECONDS: Final = 60.0
CLOSE_SECONDS: Final = 5.0


def driver_of(pooled: PoolProxiedConnection) -> asyncpg.Connection:
    """The driver's connection inside a pooled one."""
    driver = pooled.driver_connection
    assert isinstance(driver, asyncpg.Connection)
    return driver


class PoolUse(NamedTuple):
    """How the connections of a pool are used at one moment."""

    in_use: int
    idle: int
    allowed: int
    """The most that may be open."""
    waiting: int
    """Who waits for one to become free, or to be opened."""


class ConnectionPool:
    """Hands out the connections of SQLAlchemy's pool, which bounds their number and opens them.

    A connection that comes back is handed out again first, so that few are in use, which have their plans
    prepared. It goes back to SQLAlchemy's pool while somebody waits there for one. One that was not needed
    for `IDLE_SECONDS` is closed, but for the last: others may need its place at the server.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._at_hand: list[PoolProxiedConnection] = []
        self._waiting = 0
        self._never_used = 0
        """How many at hand nobody has taken since the timer began: the lowest ones."""
        self._timer: asyncio.TimerHandle | None = None
        self._closing: set[asyncio.Task[None]] = set()

    async def acquire(self) -> PoolProxiedConnection:
        """A connection that is open. Raises SQLAlchemy's TimeoutError when none becomes free."""
        while self._at_hand:
            pooled = self._at_hand.pop()
            self._never_used = min(self._never_used, len(self._at_hand))
            if not driver_of(pooled).is_closed():
                return pooled
            pooled.invalidate()
            pooled.close()
        self._waiting += 1
        if self._timer is None:
            self._begin_idle_time()
        try:
            return await self._of_the_pool()
        finally:
            self._waiting -= 1

    async def _of_the_pool(self) -> PoolProxiedConnection:
        """SQLAlchemy's greenlet costs more than all the rest of a call, so it is only used when a connection
        has to be opened or waited for: none is idle, or the idle one turns out to be closed.
        """
        if isinstance(self._pool, QueuePool) and self._pool.checkedin():
            with suppress(MissingGreenlet):
                return self._pool.connect()
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                return await greenlet_spawn(self._pool.connect)
            except PoolTimeout:
                if time.monotonic() >= until:
                    raise

    def release(self, pooled: PoolProxiedConnection) -> None:
        """Take a connection back; one that is closed or still in a transaction is discarded."""
        driver = driver_of(pooled)
        if driver.is_closed() or driver.is_in_transaction():
            pooled.invalidate()
        elif not self._waiting:
            self._at_hand.append(pooled)
            return
        pooled.close()

    @property
    def use(self) -> PoolUse:
        """How its connections are used now."""
        assert isinstance(self._pool, QueuePool)
        at_hand = len(self._at_hand)
        return PoolUse(
            in_use=self._pool.checkedout() - at_hand,
            idle=self._pool.checkedin() + at_hand,
            allowed=self._pool.size(),
            waiting=self._waiting,
        )

    def _begin_idle_time(self) -> None:
        self._never_used = len(self._at_hand)
        self._timer = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._close_idle)

    def _close_idle(self) -> None:
        idle = max(0, min(self._never_used, len(self._at_hand) - 1))
        closed, self._at_hand = self._at_hand[:idle], self._at_hand[idle:]
        if closed:
            task = asyncio.create_task(_close_all(closed), name="idle connections")
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)
        self._timer = None
        if isinstance(self._pool, QueuePool) and self._pool.checkedout() - idle > 1:
            self._begin_idle_time()

    def close(self) -> None:
        """Give everything back to SQLAlchemy's pool."""
        if self._timer is not None:
            self._timer.cancel()
        while self._at_hand:
            self._at_hand.pop().close()


async def _close_all(connections: Sequence[PoolProxiedConnection]) -> None:
    for pooled in connections:
        with suppress(Exception):  # it is gone either way
            await driver_of(pooled).close(timeout=CLOSE_SECONDS)
        pooled.invalidate()
        pooled.close()
