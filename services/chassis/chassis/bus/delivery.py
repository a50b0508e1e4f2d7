"""How often a handler is tried, and in which order messages are handled."""

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
    """The handler failed at every attempt. The exception's text is the reason stored with the dead letter."""


async def deliver(message: Message, handler: Handler) -> None:
    """Pass `message` to the handler; retry with growing delays when the handler fails.

    Raises `GaveUp` after the last attempt. An outage is raised unchanged at once.
    """
    delay = FIRST_DELAY_SECONDS
    for attempt in range(1, ATTEMPTS + 1):
        try:
            await handler(message)
        except Exception as error:  # no error of a handler may stop the next message
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
    """Processes the items of one aggregate in order, and up to `width` aggregates concurrently."""

    def __init__(self, work: Callable[[T], Awaitable[None]], width: int) -> None:
        self._work = work
        self._slots = asyncio.Semaphore(width)
        self._waiting: dict[str, deque[T]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def put(self, aggregate: str, item: T) -> None:
        """Process `item` after every earlier item of the same aggregate."""
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
        """Wait until every item is processed; cancel what is left after `grace` seconds."""
        tasks = set(self._tasks)
        if not tasks:
            return
        _, late = await asyncio.wait(tasks, timeout=grace)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
