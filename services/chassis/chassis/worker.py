"""The loop of every background worker: do the due work, then wait until somebody wakes it.

The outbox relay, the mail and push queues and the jobs all run on it. Nothing runs each second: a commit
wakes the workers of the queue that it filled, and a timer wakes them when something postponed is due. The
slow poll is the net for what both miss, such as rows whose process has died.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, TypeVar

import structlog

from chassis.db.notifier import Notifier

POLL_SECONDS: Final = 30.0
"""The net: how long a row waits at most that nobody told this process of."""
SPARE_POLLS: Final = 20
"""How much longer than the first worker of a task the others wait at most: one of them looks for all."""
FAILED_SECONDS: Final = 1.0
"""How long a worker rests after an error, for example while the database is away."""
SOONEST_SECONDS: Final = 0.5
"""What is due and not taken is in other hands: a worker looks again after this."""
R = TypeVar("R")
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
    next_due: Callable[[], Awaitable[float | None]] | None = None
    """In how many seconds the first item is due, none or less for one that waits already; None: there is
    none. Asked at the start and at a slow poll, before the work, which it may spare; and when there was
    nothing to do then, or after the time that it named: not after each piece of work."""
    poll_seconds: float | None = None
    """Longest time between two polls; None: POLL_SECONDS."""
    rest_seconds: float = 0.0
    """How long it waits at its start, unless it is woken."""


class Worker:
    """Runs one task until it is stopped. Errors of the work are logged; the next poll comes as usual."""

    def __init__(self, task: Task, notifier: Notifier, polls: int = 1) -> None:
        """It waits as long as `polls` slow polls take."""
        self._task = task
        self._polls = polls
        self._notifier = notifier
        self._busy = False
        self._stopping = False
        self._running = asyncio.create_task(self._run(), name=f"{task.name} worker")

    async def _run(self) -> None:
        knows_next_due, polls = False, True
        if self._task.rest_seconds:
            await self._notifier.wait(self._task.rest_seconds)
        while not self._stopping:
            await self._task.ready()
            self._busy = True
            seconds = await self._next_due(otherwise=0.0) if polls else 0.0
            due = seconds is not None and seconds <= 0
            found = await self._tried(self._task.work) if due else 0
            if found == 0 and not knows_next_due:
                self._wake_in(await self._next_due(otherwise=FAILED_SECONDS) if due else seconds)
                knows_next_due = True
            self._busy = False
            polls = False
            if found or self._stopping:
                continue
            await self._task.idle()
            seconds = (self._task.poll_seconds or POLL_SECONDS) * self._polls
            woken = await self._notifier.wait(min(seconds, FAILED_SECONDS) if found is None else seconds)
            polls = woken is None and found is not None
            knows_next_due = knows_next_due and woken is True

    async def _next_due(self, otherwise: float) -> float | None:
        """In how many seconds something is due: 0 when it is not known, `otherwise` when asking fails."""
        return await self._tried(self._task.next_due, otherwise) if self._task.next_due else 0.0

    def _wake_in(self, seconds: float | None) -> None:
        if self._task.next_due is not None and seconds is not None:
            self._notifier.notify_in(max(seconds, SOONEST_SECONDS))

    async def _tried(self, call: Callable[[], Awaitable[R]], otherwise: R | None = None) -> R | None:
        """What the call returns; `otherwise` when it fails. Its work stays in the queue."""
        try:
            return await call()
        except Exception as error:  # for example a database outage
            reason = f"{type(error).__name__}: {error}"[:300]
            log.warning("worker failed", worker=self._task.name, cause=error, reason=reason)
            return otherwise

    async def stop(self, grace_seconds: float) -> None:
        """Stop after the current work is done, or after `grace_seconds`."""
        self._stopping = True
        if self._busy:
            await asyncio.wait({self._running}, timeout=grace_seconds)
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)


@asynccontextmanager
async def working(workers: Sequence[tuple[Task, Notifier]], grace_seconds: float) -> AsyncGenerator[None]:
    """Run the tasks while the context is open; on exit, current work may finish within `grace_seconds`.

    A task that is named several times has as many workers. Any of them is woken; the first one polls.
    """
    first = {id(task): place for place, (task, _) in reversed(list(enumerate(workers)))}
    running = [
        Worker(task, notifier, 1 if first[id(task)] == place else SPARE_POLLS)
        for place, (task, notifier) in enumerate(workers)
    ]
    try:
        yield
    finally:
        await asyncio.gather(*(worker.stop(grace_seconds) for worker in running))
