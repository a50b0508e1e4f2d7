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
from chassis.hot_sql import CLAIM, NEXT_DUE, POSTPONE, PUBLISH_AGAIN, filled_up, settle_events
from chassis.metrics import Metrics
from chassis.outbox import QUEUE
from chassis.tables import dead_letter, outbox
from chassis.tracing import Tracing
from chassis.worker import Task, working

RELAYS: Final = 2
"""Relays in one process: while one waits for the bus, the other publishes what was committed meanwhile."""
IN_OTHER_HANDS_SECONDS: Final = 0.05
"""What is due and locked by another relay is looked at again after this: it may have new rows behind it."""
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

    async def work(self) -> int:
        """Publish one batch; returns 0 when nothing is left that this relay could publish now.

        After a batch it does not look again unless more rows were there. When there was none at all, it asks
        when to come back: for a postponed row, or for what another relay holds, whose new rows only that one
        sees and may miss in the moment of its commit.
        """
        taken, more = await self._carry()
        if not taken:
            due: float | None = await self.next_due()
            if due is not None:
                self._notifier.notify_in(max(due, IN_OTHER_HANDS_SECONDS))
        return taken if more else 0

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
        await self._publish_what_was_lost()
        connection = self._bus.connections
        async with self._database.writing() as tx:
            with self._tracing.untraced():
                rows = await CLAIM.all(tx)
            lanes: dict[str, list[Record]] = {}
            for row in rows:
                lanes.setdefault(row.aggregate, []).append(row)
            results = await asyncio.gather(*(self._publish_in_order(lane) for lane in lanes.values()))
            with self._tracing.untraced():
                if rows and self._bus.connections == connection:
                    more = await _settle(tx, results)
                else:  # the bus that confirmed may not be the one that is connected now
                    more = bool(rows)
        return len(rows), more

    async def _publish_what_was_lost(self) -> None:
        """Put the copies of published events back into the outbox if the bus has lost them."""
        async with self._remembering:
            connection = self._bus.connections
            if not await self._bus.has_forgotten():
                return
            with self._tracing.untraced():
                async with self._database.writing() as tx:
                    lost = await PUBLISH_AGAIN.one(tx)
            again: int = lost.events if lost else 0
            if again:
                self._metrics.published_again(again)
                log.error("the bus has lost its data, events are published again", events=again)
            if self._bus.connections == connection:
                await self._bus.remember()

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
    done = [row_id for result in results for row_id in result.published]
    kept = [row_id for result in results for row_id in result.kept]
    more = False
    if done or kept:
        done, kept = filled_up(done), filled_up(kept)
        ids = {f"done_{place}": row_id for place, row_id in enumerate(done)}
        ids |= {f"kept_{place}": row_id for place, row_id in enumerate(kept)}
        more = bool(await settle_events(len(done), len(kept)).value(tx, **ids))
    for result in results:
        if result.failed is not None:
            row_id, error = result.failed
            backoff = {"first": FIRST_BACKOFF_SECONDS, "longest": LONGEST_BACKOFF_SECONDS}
            wait: float = await POSTPONE.value(tx, id=row_id, error=error, **backoff)
            tx.wake_after_commit(QUEUE, after=wait)
            more = True  # what failed may have filled the batch
    return more


@asynccontextmanager
async def running(app: FastAPI, database: Database, bus: Bus) -> AsyncGenerator[None]:
    """Publish the outbox while the context is open; on exit, finish the current batches."""
    relay, notifier = Relay(database, bus, metrics.of(app), tracing.of(app)), database.notifier(QUEUE)
    listening = asyncio.create_task(keep_listening(database.wake, database.driver_url), name="notifications")
    metrics.of(app).measure = relay.measure
    bus.when_connected(notifier.notify)  # to publish again what the bus may have lost
    notifier.notify()  # it may be connected already
    task = Task("outbox relay", relay.work, ready=bus.ready, next_due=relay.next_due)
    try:
        async with working([(task, notifier)] * RELAYS, app.state.settings.drain_seconds):
            yield
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
