"""The loop of every background worker: do the due work, then wait for a notification or the next poll.

The outbox relay, the mail and push queues and the jobs all run on it. A worker polls once after it was woken;
when there is nothing to do, it waits. The slow poll is the safety net for a lost notification.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

import structlog

from chassis.db.notifier import Notifier

POLL_SECONDS: Final = 1.0
log = structlog.get_logger()


async def _at_once() -> None:
    """The default of `Task.ready` and `Task.idle`: returns immediately."""


@dataclass(frozen=True, slots=True)
class Task:
    """Background work. `work` does one batch and returns its size: 0 when there was nothing to do."""

    name: str
    work: Callable[[], Awaitable[int]]
    ready: Callable[[], Awaitable[None]] = _at_once
    """Awaited before each poll: returns when the work can be done."""
    idle: Callable[[], Awaitable[None]] = _at_once
    """Called when there was nothing to do."""
    poll_seconds: float | None = None
    """Longest time between two polls; None: POLL_SECONDS."""


class Worker:
    """Runs one task until it is stopped. Errors of the work are logged; the next poll comes as usual."""

    def __init__(self, task: Task, notifier: Notifier) -> None:
        self._task = task
        self._notifier = notifier
        self._busy = False
        self._stopping = False
        self._running = asyncio.create_task(self._run(), name=f"{task.name} worker")

    async def _run(self) -> None:
        while not self._stopping:
            await self._task.ready()
            self._busy = True
            found = await self._work()
            self._busy = False
            if not found and not self._stopping:
                await self._task.idle()
                await self._notifier.wait(self._task.poll_seconds or POLL_SECONDS)

    async def _work(self) -> int:
        try:
            return await self._task.work()
        except Exception as error:  # for example a database outage; the work stays in the queue
            log.warning(
                "worker failed", worker=self._task.name, reason=f"{type(error).__name__}: {error}"[:300]
            )
            return 0

    async def stop(self, grace_seconds: float) -> None:
        """Stop after the current work is done, or after `grace_seconds`."""
        self._stopping = True
        if self._busy:
            await asyncio.wait({self._running}, timeout=grace_seconds)
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)


@asynccontextmanager
async def working(workers: Sequence[tuple[Task, Notifier]], grace_seconds: float) -> AsyncGenerator[None]:
    """Run the tasks while the context is open; on exit, current work may finish within `grace_seconds`."""
    running = [Worker(task, notifier) for task, notifier in workers]
    try:
        yield
    finally:
        await asyncio.gather(*(worker.stop(grace_seconds) for worker in running))
