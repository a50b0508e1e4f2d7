"""How often a handler is tried, and in which order messages are handled."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Final, Generic, TypeVar

import structlog

from chassis.bus.message import Message
from chassis.bus.protocol import BatchHandler, Handler
from chassis.db.errors import is_outage

T = TypeVar("T")
Work = Callable[[T], Awaitable[None]]
MOST_TOGETHER: Final = 32
"""Items of a batch: its transaction holds locks, and its last item waits for all others."""
COMPANY_SECONDS: Final = 0.005
"""How long an item waits for others while a batch is in hand."""
TURNS: Final = 3
"""Turns of the event loop in which a batch is joined by what came from the socket with its first item.

The broker's client hands out few messages a turn (measured with events of 5 kB: of 50 pairs that were
published together 33 became batches without these turns, 48 with them).
"""
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


async def handled_together(messages: Sequence[Message], together: BatchHandler) -> bool:
    """Pass the messages to the handler of batches; returns False when it failed and so handled none of them.

    Which of them made it fail shows when they are handled one by one.
    """
    try:
        await together(messages)
    except Exception as error:
        log.info("events are handled one by one", events=len(messages), reason=type(error).__name__)
        return False
    return True


class Lanes(Generic[T]):
    """Processes the items of one aggregate in order, and up to `width` aggregates or batches concurrently.

    With `together`, items that wait at the same time are processed as a batch: at once while nothing is in
    hand, else when a batch ends or after `COMPANY_SECONDS`. It returns whether it has processed them all;
    else each is processed by `work`, its aggregate beside the others. An item that nobody waits for may say
    how long it waits for others, even while nothing is in hand.
    """

    def __init__(
        self, work: Work[T], width: int, together: Callable[[list[T]], Awaitable[bool]] | None = None
    ) -> None:
        self._work = work
        self._together = together
        self._width = width
        self._permits = asyncio.Semaphore(width)
        self._alone = asyncio.Semaphore(width)
        self._waiting: dict[str, deque[T]] = {}
        """The items of each aggregate that is in hand or ready, without those in hand."""
        self._ready: deque[str] = deque()
        """Aggregates of which nothing is in hand."""
        self._runs = 0
        self._stopped = False
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def put(self, aggregate: str, item: T, *, gather_seconds: float = 0.0) -> None:
        """Process `item` after every earlier item of the same aggregate.

        It waits `gather_seconds` at most for company, and no longer than until another item must not wait.
        """
        waiting = self._waiting.get(aggregate)
        if waiting is None:
            self._waiting[aggregate] = deque([item])
            self._make_ready(aggregate, gather_seconds)
            return
        waiting.append(item)
        if self._timer is not None and not gather_seconds:
            self._start_within(0.0)  # earlier items of its aggregate may gather

    def _make_ready(self, aggregate: str, gather_seconds: float = 0.0) -> None:
        self._ready.append(aggregate)
        self._start_within(gather_seconds if len(self._ready) < MOST_TOGETHER else 0.0)

    def _start_within(self, gather_seconds: float) -> None:
        if self._together is None or not (self._runs or gather_seconds):
            self._start()
        elif self._runs < self._width:
            self._start_in(gather_seconds or COMPANY_SECONDS)

    def _start_in(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time() + seconds
        if self._timer is None or due < self._timer.when():
            self._cancel_timer()
            self._timer = loop.call_at(due, self._start)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _start(self) -> None:
        self._cancel_timer()
        if self._ready and not self._stopped:
            self._runs += 1
            self._spawn(self._run())

    def _spawn(self, run: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(run)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self) -> None:
        try:
            async with self._permits:
                for _ in range(TURNS if self._together is not None else 0):
                    await asyncio.sleep(0)
                while self._ready and not self._stopped:
                    await self._process(self._take())
        finally:
            self._runs -= 1

    def _take(self) -> dict[str, list[T]]:
        """Take one item in hand, or as many as a batch may have."""
        taken: dict[str, list[T]] = {}
        left = 1 if self._together is None else MOST_TOGETHER
        while self._ready and left:
            aggregate = self._ready.popleft()
            waiting = self._waiting[aggregate]
            taken[aggregate] = [waiting.popleft() for _ in range(min(left, len(waiting)))]
            left -= len(taken[aggregate])
        return taken

    async def _process(self, taken: dict[str, list[T]]) -> None:
        items = [item for each in taken.values() for item in each]
        done = True
        try:
            if len(items) == 1 or self._together is None:
                await self._work(items[0])
            else:
                done = await self._together(items)
        finally:
            if done:
                for aggregate in taken:
                    self._release(aggregate)
        if not done:
            for aggregate, each in taken.items():
                self._spawn(self._one_by_one(aggregate, each))

    async def _one_by_one(self, aggregate: str, items: list[T]) -> None:
        try:
            for item in items:
                async with self._alone:
                    await self._work(item)
        finally:
            self._release(aggregate)

    def _release(self, aggregate: str) -> None:
        if self._waiting[aggregate]:
            self._make_ready(aggregate)
        else:
            del self._waiting[aggregate]

    async def drain(self, grace: float) -> None:
        """Wait until every item is processed; cancel what is left after `grace` seconds."""
        loop = asyncio.get_running_loop()
        until = loop.time() + grace
        self._start()  # what still gathers
        while self._tasks and (left := until - loop.time()) > 0:
            await asyncio.wait(set(self._tasks), timeout=left)
        self._stopped = True
        late = set(self._tasks)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
