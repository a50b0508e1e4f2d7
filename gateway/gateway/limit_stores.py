"""Where requests are counted: in this process, or in PostgreSQL for all gateways together.

PostgreSQL counts each window and weighs the one before by what is left of it in the last minute or minutes:
one row and one statement for each caller. The table is not logged: after a crash of the server, limits begin
anew. It holds digests: nobody reads there who called. (`redis_limit_store` is the same with Redis.)
"""

import hashlib
import time
from collections import deque
from typing import Final, Protocol

import asyncpg
from chassis.postgres import Server, connect

EXACT_UP_TO: Final = 100
"""Limits up to this count each hit: a weighted counter lets one more through as its window turns."""
CONNECTIONS: Final = 4
"""The most that a process opens to PostgreSQL, unless its settings say otherwise."""
CONNECT_SECONDS: Final = 5.0
"""When a driver gives a connection up. Requests wait a shorter time (`limit_fallback`)."""
MINUTE: Final = 60
MOST_REASON: Final = 300
"""Characters of an error that the log is told."""

TABLE: Final = """
CREATE UNLOGGED TABLE IF NOT EXISTS rate_limit (
    caller bytea PRIMARY KEY,
    minute bigint NOT NULL,
    minutes integer NOT NULL,
    hits integer NOT NULL,
    before integer NOT NULL
)
"""
_GRANT: Final = "SELECT format('GRANT SELECT, INSERT, UPDATE, DELETE ON rate_limit TO %I', $1::text)"
_HIT: Final = """
INSERT INTO rate_limit AS known (caller, minute, minutes, hits, before)
SELECT $1, floor(extract(epoch FROM clock_timestamp()) / 60 / $4::integer)::bigint * $4, $4, $2::integer, 0
WHERE $2::integer <= $3::integer
ON CONFLICT (caller) DO UPDATE SET
    minute = greatest(known.minute, excluded.minute),
    before = CASE WHEN known.minute >= excluded.minute THEN known.before
                  WHEN known.minute = excluded.minute - $4 THEN known.hits ELSE 0 END,
    hits = CASE WHEN known.minute >= excluded.minute THEN known.hits ELSE 0 END + excluded.hits
WHERE CASE WHEN known.minute >= excluded.minute THEN known.hits ELSE 0 END + excluded.hits
    + CASE WHEN known.minute >= excluded.minute THEN known.before
           WHEN known.minute = excluded.minute - $4 THEN known.hits ELSE 0 END
    * (1 - least(1, (extract(epoch FROM clock_timestamp()) / 60 - excluded.minute) / $4)) <= $3::integer
RETURNING true
"""
"""A window begins at `minute` (since 1970) and lasts `minutes`."""
FORGOTTEN_AT_ONCE: Final = 5000
_FORGET: Final = """
WITH forgotten AS (
    DELETE FROM rate_limit WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM rate_limit
        WHERE minute + 2 * minutes <= floor(extract(epoch FROM clock_timestamp()) / 60)
        LIMIT $1 FOR UPDATE SKIP LOCKED
    )) RETURNING 1
)
SELECT count(*) FROM forgotten
"""
"""A small step: who calls meanwhile waits for no row, and another gateway forgets others."""
_VACUUM: Final = (
    "ALTER TABLE rate_limit SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000)"
)
"""Autovacuum follows the steps. It locks out nobody, and does nothing where it was done."""


class StoreAway(ConnectionError):
    """The store cannot be reached, or takes too long."""


class LimitStore(Protocol):
    """Counts requests in windows of one or more minutes."""

    async def hit(self, amount: int, key: tuple[str, ...], turns: int, minutes: int = 1) -> int:
        """Count `turns` of `amount` in a window; returns the seconds to wait, 0 if they are granted.

        A key keeps its window's length. Raises StoreAway.
        """
        ...

    async def forget(self) -> None:
        """Remove what counts no more. Raises StoreAway."""
        ...

    async def disconnect(self) -> None:
        """Give up the connections to a store that is away; the next call makes new ones. Does not wait."""
        ...

    async def close(self) -> None:
        """Close the connections to the store."""
        ...


class MemoryStore:
    """The memory of this process. A call takes it 2 µs, also when very many others call in the same minute.

    Limits up to `EXACT_UP_TO` remember each hit; larger ones count windows as PostgreSQL does.
    """

    def __init__(self) -> None:
        self._hits: dict[tuple[str, ...], deque[float]] = {}
        """For each key when its hits are forgotten, the oldest first."""
        self._windows: dict[tuple[str, ...], tuple[int, int, int, int]] = {}
        """For each key the window's number and minutes, its hits, and those of the window before."""
        self._forget_at = 0.0

    async def hit(self, amount: int, key: tuple[str, ...], turns: int, minutes: int = 1) -> int:
        """See LimitStore."""
        now = time.time()
        if now >= self._forget_at:
            self._forget_old(now)
        return (self._exact if amount <= EXACT_UP_TO else self._weighted)(amount, key, turns, minutes, now)

    def _exact(self, amount: int, key: tuple[str, ...], turns: int, minutes: int, now: float) -> int:
        hits = self._hits.setdefault(key, deque())
        while hits and hits[0] <= now:
            hits.popleft()
        if len(hits) + turns > amount:
            return max(1, round((hits[0] - now) if hits else MINUTE * minutes))
        hits.extend([now + MINUTE * minutes] * turns)
        return 0

    def _weighted(self, amount: int, key: tuple[str, ...], turns: int, minutes: int, now: float) -> int:
        seconds = MINUTE * minutes
        number, passed = divmod(now, seconds)
        window, _, hits, before = self._windows.get(key, (int(number), minutes, 0, 0))
        if window < number:
            hits, before = 0, hits if window == number - 1 else 0
        if hits + turns + before * (1 - passed / seconds) > amount:
            return max(1, round(seconds - passed))
        self._windows[key] = (int(number), minutes, hits + turns, before)
        return 0

    def _forget_old(self, now: float) -> None:
        """Once a minute, and only when somebody calls, remove what counts no more."""
        self._forget_at = now + MINUTE
        self._hits = {key: hits for key, hits in self._hits.items() if hits and hits[-1] > now}
        self._windows = {
            key: each for key, each in self._windows.items() if (each[0] + 2) * each[1] * MINUTE > now
        }

    async def forget(self) -> None:
        """See LimitStore. It forgets by itself."""

    async def disconnect(self) -> None:
        """See LimitStore. Nothing is open."""

    async def close(self) -> None:
        """See LimitStore. Nothing is open."""


class PostgresStore:
    """A table in PostgreSQL. It holds digests: no address and no mail address."""

    def __init__(self, url: str, connections: int = CONNECTIONS) -> None:
        self._server = Server(url)
        self._connections = connections
        self._pool: asyncpg.Pool | None = None

    async def hit(self, amount: int, key: tuple[str, ...], turns: int, minutes: int = 1) -> int:
        """See LimitStore."""
        if await self._value(_HIT, digest_of(key), turns, amount, minutes):
            return 0
        return max(1, MINUTE * minutes - int(time.time()) % (MINUTE * minutes))

    async def forget(self) -> None:
        """See LimitStore. Each step is a transaction of its own."""
        while await self._value(_FORGET, FORGOTTEN_AT_ONCE) == FORGOTTEN_AT_ONCE:
            pass

    async def disconnect(self) -> None:
        """See LimitStore."""
        if self._pool is not None:
            self._pool.terminate()
            self._pool = None

    async def close(self) -> None:
        """See LimitStore."""
        await self.disconnect()

    async def _connect(self, *_: object, **__: object) -> asyncpg.Connection:
        return await self._server.connect()

    async def _value(self, statement: str, *values: object) -> object:
        if self._pool is None:
            self._pool = asyncpg.create_pool(connect=self._connect, min_size=0, max_size=self._connections)
        try:
            return await (await self._pool).fetchval(statement, *values)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError) as error:
            raise StoreAway(f"{type(error).__name__}: {error}"[:MOST_REASON]) from error


def digest_of(key: tuple[str, ...]) -> bytes:
    """What stands for a key in a store that others may read."""
    return hashlib.sha256("\0".join(key).encode()).digest()


async def create_table(url: str, runtime_role: str) -> None:
    """Create the table in the database at `url`, unless it is there, and let `runtime_role` count in it."""
    connection = await connect(url)
    try:
        await connection.execute(TABLE)
        await connection.execute(_VACUUM)
        await connection.execute(str(await connection.fetchval(_GRANT, runtime_role)))
    finally:
        await connection.close()
