"""How often a handler is tried, and in which order."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final, Generic, TypeVar

import structlog

from chassis.bus.message import Message
from chassis.bus.protocol import Handler
from chassis.db.errors import is_outage

T = TypeVar("T")
ATTEMPTS: Final = 5
FIRST_DELAY_SECONDS: Final = 0.05
GROWTH: Final = 3
OUTAGE_DELAY_SECONDS: Final = 0.5

log = structlog.get_logger()


class GaveUp(Exception):
    """The handler failed at every attempt. The message is the reason, for the dead letter."""


async def deliver(message: Message, handler: Handler) -> None:
    """Hand `message` over, trying again a little later when the handler fails.

    Raises `GaveUp` after the last attempt; an outage is raised as it is, and counts as no attempt.
    """
    delay = FIRST_DELAY_SECONDS
    for attempt in range(1, ATTEMPTS + 1):
        try:
            await handler(message)
        except Exception as error:  # whatever a handler raises, the next message must not suffer
            if is_outage(error):
                raise
            log.warning(
                "event handler failed",
                key=message.key,
                event_id=message.event_id,
                attempt=attempt,
                exc_info=error,
            )
            if attempt == ATTEMPTS:
                raise GaveUp(f"{type(error).__name__}: {error}"[:2000]) from error
        else:
            return
        await asyncio.sleep(delay)
        delay *= GROWTH


class Lanes(Generic[T]):
    """Work on items of one aggregate one after another, on those of different aggregates side by side."""

    def __init__(self, work: Callable[[T], Awaitable[None]], width: int) -> None:
        self._work = work
        self._slots = asyncio.Semaphore(width)
        self._waiting: dict[str, deque[T]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def put(self, aggregate: str, item: T) -> None:
        """Work on `item` after everything put before it for the same aggregate."""
        waiting = self._waiting.get(aggregate)
        if waiting is not None:
            waiting.append(item)
            return
        self._waiting[aggregate] = deque([item])
        task = asyncio.create_task(self._run(aggregate))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, aggregate: str) -> None:
        waiting = self._waiting[aggregate]
        try:
            while waiting:
                async with self._slots:
                    await self._work(waiting.popleft())
        finally:
            del self._waiting[aggregate]

    async def drain(self, grace: float) -> None:
        """Returns when nothing is in hand; what is left after `grace` seconds is let go."""
        tasks = set(self._tasks)
        if not tasks:
            return
        _, late = await asyncio.wait(tasks, timeout=grace)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
