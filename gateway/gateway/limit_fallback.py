"""Counts requests in a store that several gateways share, and in this process alone while that store is away.

No request waits longer than `ANSWER_SECONDS` for the store, whether it refuses or hangs. Once it is found
away, requests leave it alone: one task asks until it counts again. Until then limits are as many times as
wide as there are gateways, and stay limits.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable
from contextlib import asynccontextmanager
from typing import Final, TypeVar

import structlog

from gateway.limit_stores import EXACT_UP_TO, MINUTE, LimitStore, MemoryStore, StoreAway

T = TypeVar("T")
log = structlog.get_logger()

ANSWER_SECONDS: Final = 1.0
"""A store that takes longer is away."""
RETRY_SECONDS: Final = 2.0
"""How often a store that is away is asked whether it counts again."""
_TRIAL: Final = ("does the store count?",)
_TRIAL_AMOUNT: Final = 1000 * EXACT_UP_TO
"""More than the trials of a minute."""


class FallbackStore:
    """The shared store, or the memory of this process while the shared one is away (`degraded`)."""

    def __init__(self, shared: LimitStore) -> None:
        self._shared = shared
        self._own = MemoryStore()
        self._away_since: float | None = None
        self._late: set[asyncio.Task[object]] = set()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def degraded(self) -> bool:
        """Whether this process counts alone."""
        return self._away_since is not None

    async def hit(self, amount: int, key: tuple[str, ...], turns: int, minutes: int = 1) -> int:
        """See LimitStore. Raises nothing."""
        if self._away_since is None:
            try:
                return await self._bounded(self._shared.hit(amount, key, turns, minutes))
            except StoreAway as error:
                await self._leave(error)
        return await self._own.hit(amount, key, turns, minutes)

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """While this context is open, keep the shared store small and go back to it; then close it."""
        self._tasks.append(asyncio.create_task(self._keep_small(), name="rate limits"))
        try:
            yield
        finally:
            unfinished = [*self._tasks, *self._late]
            for task in unfinished:
                task.cancel()
            await asyncio.wait(unfinished, timeout=ANSWER_SECONDS)
            await self._shared.close()

    async def _bounded(self, call: Awaitable[T]) -> T:
        """What the store answers. Raises StoreAway when it takes too long.

        A task of its own, and not `asyncio.timeout`: a driver that is cancelled may wait for the very server
        that hangs, to tell it of the cancellation. Two waits, and not one: a process that was held up itself
        finds the answer in the second.
        """
        asking = asyncio.ensure_future(call)
        try:
            for _ in range(2):
                await asyncio.wait({asking}, timeout=ANSWER_SECONDS / 2)
                if asking.done():
                    return asking.result()
        finally:
            if not asking.done():
                self._give_up(asking)
        raise StoreAway(f"no answer within {ANSWER_SECONDS} s")

    def _give_up(self, asking: asyncio.Future[T]) -> None:
        task = asyncio.ensure_future(_ended(asking))
        self._late.add(task)
        task.add_done_callback(self._late.discard)
        asking.cancel()

    async def _leave(self, error: StoreAway) -> None:
        """Count alone from now on, until the store counts again."""
        if self._away_since is not None:
            return  # another request found it out while this one waited
        self._away_since = time.monotonic()
        log.warning("rate limits are counted by each process alone", error=str(error))
        self._tasks = [task for task in self._tasks if not task.done()]
        self._tasks.append(asyncio.create_task(self._until_back(), name="rate limits away"))
        await self._shared.disconnect()

    async def _until_back(self) -> None:
        while self._away_since is not None:
            await asyncio.sleep(RETRY_SECONDS)
            try:
                await self._try()
            except StoreAway:
                await self._shared.disconnect()
                continue
            seconds = round(time.monotonic() - self._away_since, 1)
            self._away_since = None
            log.warning("rate limits are counted together again", seconds=seconds)

    async def _try(self) -> None:
        """Count something as requests do: a store that can only be read does not help."""
        await self._bounded(self._shared.hit(_TRIAL_AMOUNT, _TRIAL, 1))

    async def _keep_small(self) -> None:
        """Once a minute; it finds out as well that the store is away while nobody calls."""
        while True:
            if self._away_since is None:
                try:
                    await self._try()
                    await self._bounded(self._shared.forget())
                except StoreAway as error:
                    await self._leave(error)
            await asyncio.sleep(MINUTE)


async def _ended(asking: asyncio.Future[T]) -> None:
    """Wait for the end of a call that nobody waits for, so that its error is not told."""
    await asyncio.wait({asking})
    if not asking.cancelled():
        asking.exception()
