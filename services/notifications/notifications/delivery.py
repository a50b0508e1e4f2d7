"""Emptying a queue table: workers that are woken by a commit, poll as a net, and finish what they hold."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

import structlog
from chassis.bell import Bell
from chassis.database import Database

POLL_SECONDS: Final = 1.0
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Queue:
    """A queue in the database. `take` delivers one entry, and says whether there was one."""

    name: str
    """Whoever adds an entry calls `ring_after_commit` with it."""
    take: Callable[[], Awaitable[bool]]
    rest: Callable[[], Awaitable[None]]
    """Called when the queue is empty."""
    workers: int = 1


class _Worker:
    def __init__(self, queue: Queue, bell: Bell) -> None:
        self._queue = queue
        self._bell = bell
        self._busy = False
        self._stopping = False
        self._task = asyncio.create_task(self._run(), name=f"{queue.name} worker")

    async def _run(self) -> None:
        while not self._stopping:
            self._busy = True
            taken = await self._take()
            self._busy = False
            if not taken and not self._stopping:
                await self._queue.rest()
                await self._bell.heard(POLL_SECONDS)

    async def _take(self) -> bool:
        try:
            return await self._queue.take()
        except Exception as error:  # the database is away; the entry stays where it is
            log.warning("queue not read", queue=self._queue.name, reason=type(error).__name__)
            return False

    async def stop(self, grace_seconds: float) -> None:
        """End after the entry in hand, or after the grace; what is not delivered then stays in the queue."""
        self._stopping = True
        if self._busy:
            await asyncio.wait({self._task}, timeout=grace_seconds)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


@asynccontextmanager
async def emptied(queue: Queue, database: Database, grace_seconds: float) -> AsyncGenerator[None]:
    """The queue is being emptied while this is entered."""
    bell = database.bell(queue.name)
    workers = [_Worker(queue, bell) for _ in range(queue.workers)]
    try:
        yield
    finally:
        await asyncio.gather(*(worker.stop(grace_seconds) for worker in workers))
        await queue.rest()
