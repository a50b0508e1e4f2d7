"""Counts requests in Redis, or in what speaks its protocol, for all gateways together.

It counts by the scripts of the `limits` package, each of which runs alone there. Loaded only where it is
used: redis-py takes 16 MB and half a second of a process.
"""

import time

from limits import RateLimitItem, RateLimitItemPerMinute
from limits.aio.storage import RedisStorage
from limits.aio.strategies import MovingWindowRateLimiter, SlidingWindowCounterRateLimiter
from limits.errors import StorageError
from redis.asyncio import BlockingConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from gateway.limit_stores import (
    CONNECT_SECONDS,
    CONNECTIONS,
    EXACT_UP_TO,
    MINUTE,
    MOST_REASON,
    StoreAway,
    digest_of,
)


class RedisStore:
    """Keys that are digests and expire by themselves."""

    def __init__(self, url: str) -> None:
        """`url` begins with redis:// or rediss://. Connects with the first hit."""
        self._pool = BlockingConnectionPool.from_url(
            url,
            max_connections=CONNECTIONS,
            timeout=CONNECT_SECONDS,
            socket_connect_timeout=CONNECT_SECONDS,
            socket_timeout=CONNECT_SECONDS,
            # Once more, and at once: a server that was started again has closed all connections.
            retry=Retry(NoBackoff(), 1),
        )
        storage = RedisStorage(
            f"async+{url}",
            wrap_exceptions=True,
            implementation="redispy",
            connection_pool=self._pool,  # pyright: ignore[reportArgumentType] - documented, not in its types
        )
        self._exact = MovingWindowRateLimiter(storage)
        self._counter = SlidingWindowCounterRateLimiter(storage)
        self._items: dict[tuple[int, int], RateLimitItem] = {}

    async def hit(self, amount: int, key: tuple[str, ...], turns: int, minutes: int = 1) -> int:
        """See LimitStore."""
        item = self._items.setdefault((amount, minutes), RateLimitItemPerMinute(amount, minutes))
        limiter = self._exact if amount <= EXACT_UP_TO else self._counter
        caller = digest_of(key).hex()
        try:
            if await limiter.hit(item, caller, cost=turns):
                return 0
            stats = await limiter.get_window_stats(item, caller)
        except (StorageError, OSError) as error:
            raise StoreAway(str(error)[:MOST_REASON]) from error
        return max(1, min(MINUTE * minutes, round(stats.reset_time - time.time())))

    async def forget(self) -> None:
        """See LimitStore. Each key expires by itself."""

    async def disconnect(self) -> None:
        """See LimitStore. A call that is cancelled closes its connection, and a closed one is replaced."""

    async def close(self) -> None:
        """See LimitStore."""
        await self._pool.aclose()
