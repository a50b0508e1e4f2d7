"""Publishes committed events from the outbox on the bus: at least once, in order for each aggregate.

Several relays may run at once, in one process or in many. Each claims heads (the oldest row of an
aggregate) by locking them; the relay that holds the head also owns the aggregate's next rows.
The claim, the publishing and the deletion share one transaction: after a crash the rows are still there.

A bus that holds messages itself may lose them all, for example with its disk. So a copy is kept of what it
was given, and published again when the bus knows this service no more; readers ignore what they had.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import structlog
from fastapi import FastAPI
from sqlalchemy import func, select

from chassis import metrics, tracing
from chassis.bus import Bus, Message, Unroutable
from chassis.clock import utc_now
from chassis.db import Database, Record, Statement, Transaction
from chassis.db.notifier import keep_listening
from chassis.hot_sql import CLAIM, HEADS, NEXT_DUE, POSTPONE, PUBLISH_AGAIN, filled_up, settle_events
from chassis.metrics import Metrics
from chassis.outbox import QUEUE
from chassis.tables import dead_letter, outbox
from chassis.tracing import Tracing
from chassis.worker import Task, working

RELAYS: Final = 2
"""Relays in one process: while one waits for the bus, the other publishes what was committed meanwhile."""
IN_OTHER_HANDS_SECONDS: Final = 0.05
"""What is due and locked by another relay is looked at again after this: it may have new rows behind it."""
PACE_SECONDS: Final = 0.04
"""Under load a run begins this long after the one before, with all that was committed meanwhile: runs and
their statements, and those of the readers who then find several events at once, get fewer. Two relays lie on
the way from a booking to the socket that tells of it, which 99 of 100 pass within 0.1 s."""
LAST_RUN_SECONDS: Final = 1.0
"""What still gathers when the service stops is published then, unless it takes longer than this."""
FIRST_BACKOFF_SECONDS: Final = 0.2
LONGEST_BACKOFF_SECONDS: Final = 10.0

log = structlog.get_logger()

_DEPTH: Final = Statement(
    select(
        func.count().label("rows"),
        func.coalesce(func.extract("epoch", func.now() - func.min(outbox.c.created_at)), 0).label("age"),
        select(func.count()).select_from(dead_letter).scalar_subquery().label("dead_letters"),
    ).select_from(outbox)
)


@dataclass(slots=True)
class _Result:
    published: list[int]
    kept: list[int]
    failed: tuple[int, str] | None


class Relay:
    """Empties the outbox of one service."""

    def __init__(self, database: Database, bus: Bus, counted: Metrics, traced: Tracing) -> None:
        self._database = database
        self._notifier = database.notifier(QUEUE)
        self._bus = bus
        self._metrics = counted
        self._tracing = traced
        self._remembering = asyncio.Lock()
        self._known_connection = -1
        """The last connection of the bus in which it was found to have lost nothing."""

    async def work(self) -> int:
        """Publish one batch; returns 0 unless it was full.

        After a batch it looks again, at its pace, only if more rows were there. When there was none at all,
        it asks when to come back: for a postponed row, or for what another relay holds, whose new rows only
        that one sees and may miss in the moment of its commit.
        """
        taken, more = await self._carry()
        if not taken:
            due: float | None = await self.next_due()
            if due is not None:
                self._notifier.notify_in(max(due, IN_OTHER_HANDS_SECONDS))
        if taken >= HEADS:
            return taken
        if more:
            self._notifier.notify()
        return 0

    async def next_due(self) -> float | None:
        """In how many seconds the first event is due, none or less for one that waits; None: none does."""
        with self._tracing.untraced():
            async with self._database.reading() as tx:
                return await NEXT_DUE.value(tx)

    async def carry(self) -> int:
        """Publish one batch; returns how many rows were claimed. Rows that fail remain and are due later."""
        taken, _ = await self._carry()
        return taken

    async def _carry(self) -> tuple[int, bool]:
        """Publish one batch; how many rows were claimed, and whether others are due."""
        more = False
        if self._bus.connections != self._known_connection:
            await self._publish_what_was_lost()
        connection = self._bus.connections
        async with self._database.writing() as tx:
            with self._tracing.untraced():
                rows = await CLAIM.all(tx)
            lanes: dict[str, list[Record]] = {}
            for row in rows:
                lanes.setdefault(row.aggregate, []).append(row)
            results = await self._publish_lanes(list(lanes.values()))
            with self._tracing.untraced():
                if self._bus.connections == connection:
                    more = await _settle(tx, results)
                else:  # the bus that confirmed may not be the one that is connected now
                    more = bool(rows)
        return len(rows), more

    async def _publish_what_was_lost(self) -> None:
        """Put the copies of published events back into the outbox if the bus has lost them."""
        async with self._remembering:
            connection = self._bus.connections
            if await self._bus.has_forgotten():
                with self._tracing.untraced():
                    async with self._database.writing() as tx:
                        lost = await PUBLISH_AGAIN.one(tx)
                again: int = lost.events if lost else 0
                if again:
                    self._metrics.published_again(again)
                    log.error("the bus has lost its data, events are published again", events=again)
                if self._bus.connections != connection:
                    return
                await self._bus.remember()
            self._known_connection = connection

    async def _publish_lanes(self, lanes: Sequence[Sequence[Record]]) -> list[_Result]:
        if len(lanes) == 1:
            return [await self._publish_in_order(lanes[0])]
        return await asyncio.gather(*(self._publish_in_order(lane) for lane in lanes))

    async def _publish_in_order(self, lane: Sequence[Record]) -> _Result:
        published: list[int] = []
        kept: list[int] = []
        for row in lane:
            try:
                held = await self._publish(row)
            except Exception as error:  # any failure is retried later
                self._metrics.publish_failed(row.key)
                if isinstance(error, Unroutable):
                    self._metrics.unroutable(row.key)
                reason = f"{type(error).__name__}: {error}"[:1000]
                log.warning("event not published", key=row.key, event_id=str(row.event_id), reason=reason)
                return _Result(published, kept, (row.id, reason))
            (kept if held else published).append(row.id)
        return _Result(published, kept, None)

    async def _publish(self, row: Record) -> bool:
        """Publish one row; returns whether the bus holds it now."""
        message = Message(
            event_id=str(row.event_id),
            key=row.key,
            aggregate=row.aggregate,
            payload=row.payload.encode(),
            target=row.target,
            trace=row.trace,
        )
        with self._tracing.publishing(message) as carried:
            await self._bus.publish(carried)
        emitted: datetime = row.created_at
        self._metrics.published(row.key, (utc_now() - emitted).total_seconds())
        return self._bus.holds(message)

    async def measure(self) -> None:
        """Update the metrics: how many events wait, and for how long, and how many could not be handled."""
        with self._tracing.untraced():
            async with self._database.reading() as tx:
                depth = await _DEPTH.one(tx)
        if depth is not None:
            self._metrics.outbox(depth.rows, float(depth.age))
            self._metrics.dead_letters(depth.dead_letters + await self._bus.dead_letters())


async def _settle(tx: Transaction, results: Sequence[_Result]) -> bool:
    """Take what was published out of the outbox, postpone what failed; returns whether other rows are due."""
    kept = [row_id for result in results for row_id in result.kept]
    done = filled_up(kept + [row_id for result in results for row_id in result.published])
    more = False
    if done:
        ids = {f"done_{place}": row_id for place, row_id in enumerate(done)}
        ids |= {f"kept_{place}": kept[min(place, len(kept) - 1)] for place in range(len(done)) if kept}
        more = bool(await settle_events(len(done), keeps=bool(kept)).value(tx, **ids))
    failed = [result.failed for result in results if result.failed is not None]
    for row_id, error in failed:
        backoff = {"first": FIRST_BACKOFF_SECONDS, "longest": LONGEST_BACKOFF_SECONDS}
        wait: float = await POSTPONE.value(tx, id=row_id, error=error, **backoff)
        tx.wake_after_commit(QUEUE, after=wait)
    return more or bool(failed)  # they may have filled the batch


@asynccontextmanager
async def running(app: FastAPI, database: Database, bus: Bus) -> AsyncGenerator[None]:
    """Publish the outbox while the context is open; on exit, finish the current batches and what gathers."""
    relay, notifier = Relay(database, bus, metrics.of(app), tracing.of(app)), database.notifier(QUEUE)
    listening = asyncio.create_task(keep_listening(database.wake, database.driver_url), name="notifications")
    metrics.of(app).measure = relay.measure
    bus.when_connected(notifier.notify)  # to publish again what the bus may have lost
    notifier.notify()  # it may be connected already
    task = Task("outbox relay", relay.work, ready=bus.ready, next_due=relay.next_due)
    notifier.pace_seconds = PACE_SECONDS
    try:
        async with working([(task, notifier)] * RELAYS, app.state.settings.drain_seconds):
            yield
        if notifier.stop_gathering():
            await _publish_last(relay)
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


async def _publish_last(relay: Relay) -> None:
    """Publish what was to begin soon; if that fails it waits in the outbox, for the next process."""
    try:
        async with asyncio.timeout(LAST_RUN_SECONDS):
            await relay.carry()
    except Exception as error:  # for example a database outage
        log.warning("last events not published", reason=f"{type(error).__name__}: {error}"[:300])
