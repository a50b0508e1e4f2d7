"""Publishes committed events from the outbox on the bus: at least once, in order for each aggregate.

Several relays may run at once, in one process or in many. Each claims heads (the oldest row of an
aggregate) by locking them; the relay that holds the head also owns the aggregate's next rows.
The claim, the publishing and the deletion share one transaction: after a crash the rows are still there.

Most events need no claim: a relay of the process that emits them is handed them (`chassis.db.handover`), with
a lease on their rows (`chassis.outbox_leases`). What it cannot publish, or has not when the lease ends, is
claimed.

A bus that holds messages itself may lose them all, for example with its disk. So a copy is kept of what it
was given, and published again when the bus knows this service no more; readers ignore what they had.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Final

import structlog
from contracts.event import EVENTS
from fastapi import FastAPI
from sqlalchemy import func, select

from chassis import metrics, outages, tracing
from chassis.bus import Bus, Message, Unroutable
from chassis.clock import utc_now
from chassis.db import Database, Record, Statement
from chassis.db.handover import NO_LEASE, OutboxRow
from chassis.db.notifier import keep_listening
from chassis.hot_sql import CLAIM, HEADS, NEXT_DUE, PUBLISH_AGAIN
from chassis.metrics import Metrics
from chassis.outbox import QUEUE, wake_other_processes
from chassis.outbox_leases import OutboxLeases, Result, settle
from chassis.tables import dead_letter, outbox
from chassis.tracing import Tracing
from chassis.worker import Task, working

RELAYS: Final = 2
"""Relays in one process: while one waits for the bus, the other publishes what was committed meanwhile."""
IN_OTHER_HANDS_SECONDS: Final = 0.05
"""What is due and locked by another relay is looked at again after this: it may have new rows behind it."""
PACE_SECONDS: Final = 0.04
"""Under load a run begins this long after the one before, with all that was committed meanwhile: runs and
their statements, and those of the readers who then find several events at once, get fewer. A service may
have another pace (`ServiceDefinition.relay_pace_seconds`)."""
BEGUN_WITHIN: Final = timedelta(seconds=2.5)
"""What could not be begun to be published in this part of the lease is left to a claim."""
SETTLE_QUEUE: Final = "published events"
"""The name in a NOTIFY that asks other processes to settle: what they have published may hold events up."""
LOOK_SECONDS: Final = 30.0
"""Who is handed events looks for others as often as a poll would."""
LAST_RUN_SECONDS: Final = 1.0
"""What still gathers when the service stops is published then, unless it takes longer than this."""

log = structlog.get_logger()

_DEPTH: Final = Statement(
    select(
        func.count().label("rows"),
        func.coalesce(func.extract("epoch", func.now() - func.min(outbox.c.created_at)), 0).label("age"),
        select(func.count()).select_from(dead_letter).scalar_subquery().label("dead_letters"),
    ).select_from(outbox)
)


_Row = OutboxRow | Record


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
        self._handed: list[OutboxRow] = []
        """Committed and leased to us, to be published by the next run."""
        self._behind: list[OutboxRow] = []
        """Those of them that wait for one of the same aggregate."""
        self._publishing: set[str] = set()
        """The aggregates of what was handed over and is being published."""
        self.leased: Final = OutboxLeases(database, bus, traced)
        self._others_behind = False
        """Whether events were emitted that may have to follow leased ones: they are claimed after these."""
        self._looked_at = 0.0

    @property
    def connection(self) -> int:
        """See `Publisher.connection`."""
        return self._known_connection

    def lease(self) -> timedelta:
        """See `Publisher.lease`. What may have to follow events that the bus has lost is not leased."""
        known = self._bus.connected and self._bus.connections == self._known_connection
        return self.leased.lease() if known else NO_LEASE

    def take_over(self, rows: Sequence[OutboxRow], *, others: bool) -> None:
        """See `Publisher.take_over`."""
        if rows:
            self._handed += rows
            self.leased.add([row.id for row in rows])
            self._notifier.wake()
        if others and self.leased:
            self._others_behind = True
            if self.leased.unsettled:
                self._notifier.wake()
        elif others:
            self._notifier.notify()

    def heard(self, queue: str) -> None:
        """Another process has filled this queue, or waits for what is published here (SETTLE_QUEUE)."""
        if queue != SETTLE_QUEUE:
            self._database.wake(queue)
        elif self.leased:
            self.take_over((), others=True)

    async def work(self) -> int:
        """Publish what was handed over, and one batch of others if there may be some; returns 0 unless that
        was full.

        After a batch it looks again, at its pace, only if more rows were there. When there was none at all,
        it asks when to come back: for a postponed row, or for what another relay holds, whose new rows only
        that one sees and may miss in the moment of its commit.
        """
        await self._publish_handed()
        if self.leased.settles_now:
            await self.leased.settle()
        if not self._notifier.asked and not self._others_behind and not self._looked_long_ago():
            return 0
        await self.leased.settle()
        self._notifier.asked, self._others_behind = False, bool(self.leased and self._others_behind)
        try:
            return await self._look()
        except BaseException:
            self._notifier.asked = True
            raise

    def _looked_long_ago(self) -> bool:
        return asyncio.get_running_loop().time() - self._looked_at > LOOK_SECONDS

    async def _look(self) -> int:
        self._looked_at = asyncio.get_running_loop().time()
        taken, more = await self._carry()
        if not taken:
            due = await self._due()
            if due is not None:
                self._notifier.notify_in(max(due, IN_OTHER_HANDS_SECONDS))
                if due <= 0:
                    await self._ask_for_settling()
        if taken >= HEADS:
            return taken
        if more:
            self._notifier.notify()
        return 0

    async def _publish_handed(self) -> None:
        """Publish what was handed over, each aggregate in order."""
        self._behind += self._handed
        self._handed = []
        while lanes := self._next_lanes():
            ids = [row.id for lane in lanes.values() for row in lane]
            try:
                await self._publish_leased(list(lanes.values()), ids)
            except Exception:  # for example a database outage
                self.leased.leave(ids)
                raise
            finally:
                self._publishing -= lanes.keys()

    def _next_lanes(self) -> dict[str, list[OutboxRow]]:
        lanes: dict[str, list[OutboxRow]] = {}
        waiting, self._behind = self._behind, []
        for row in waiting:
            if row.aggregate in self._publishing:
                self._behind.append(row)
            else:
                lanes.setdefault(row.aggregate, []).append(row)
        self._publishing |= lanes.keys()
        return lanes

    async def _publish_leased(self, lanes: Sequence[Sequence[OutboxRow]], ids: list[int]) -> None:
        connection = self._bus.connections
        same = all(row.connection == connection for lane in lanes for row in lane)
        results = await self._publish_lanes(lanes) if same else []
        if not same or self._bus.connections != connection:
            await self.leased.settle()
            await self.leased.give_back(ids)  # the bus may have lost them, or what has to go before them
            return
        self.leased.settle_later(results, connection)
        left = set(ids).difference(*(each.ended for each in results))
        if left or any(each.failed for each in results):
            await self.leased.settle()
            await self.leased.give_back(left)

    async def _ask_for_settling(self) -> None:
        with self._tracing.untraced():
            async with self._database.writing(one_statement=True) as tx:
                await wake_other_processes(tx, SETTLE_QUEUE)

    async def next_due(self) -> float | None:
        """In how many seconds the first event is due, none or less for one that waits, which the next work
        looks for then; None: none does."""
        due = await self._due()
        if due is not None and due <= 0:
            self._notifier.asked = True
        return due

    async def _due(self) -> float | None:
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
                    more = await settle(tx, results)
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

    async def _publish_lanes(self, lanes: Sequence[Sequence[_Row]]) -> list[Result]:
        if len(lanes) == 1:
            return [await self._publish_lane(lanes[0])]
        return await asyncio.gather(*(self._publish_lane(lane) for lane in lanes))

    async def _publish_lane(self, lane: Sequence[_Row]) -> Result:
        published: list[int] = []
        kept: list[int] = []
        for row in lane:
            if isinstance(row, OutboxRow) and utc_now() - row.created_at > BEGUN_WITHIN:
                break
            try:
                held = await self._publish(row)
            except Exception as error:  # any failure is retried later
                self._metrics.publish_failed(row.key)
                if isinstance(error, Unroutable):
                    self._metrics.unroutable(row.key)
                reason = f"{type(error).__name__}: {error}"[:1000]
                _tell(row, error, reason)
                return Result(published, kept, (row.id, reason))
            (kept if held else published).append(row.id)
        return Result(published, kept, None)

    async def _publish(self, row: _Row) -> bool:
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
        seconds = (utc_now() - emitted).total_seconds()
        self._metrics.published(row.key, seconds, retold=row.target is not None)
        return self._bus.holds(message)

    async def measure(self) -> None:
        """Update the metrics: how many events wait here and in the broker, and how many were not handled."""
        with self._tracing.untraced():
            async with self._database.reading() as tx:
                depth = await _DEPTH.one(tx)
        if depth is not None:
            self._metrics.outbox(depth.rows, float(depth.age))
            self._metrics.dead_letters(depth.dead_letters + await self._bus.dead_letters())
            self._metrics.queued(await self._bus.waiting())


@asynccontextmanager
async def running(
    app: FastAPI, database: Database, bus: Bus, pace_seconds: float = PACE_SECONDS
) -> AsyncGenerator[None]:
    """Publish the outbox while the context is open; on exit, finish the current batches and what gathers."""
    relay, notifier = Relay(database, bus, metrics.of(app), tracing.of(app)), database.notifier(QUEUE)
    direct = app.state.settings.direct_database_url or database.driver_url
    listening = asyncio.create_task(keep_listening(relay.heard, direct), name="notifications")
    counted = metrics.of(app)
    counted.expect_events(key for key in EVENTS if key.startswith(f"{counted.service}."))
    counted.measures.append(relay.measure)
    bus.when_connected(notifier.notify)  # to publish again what the bus may have lost
    notifier.notify()  # it may be connected already
    task = Task("outbox relay", relay.work, ready=bus.ready, next_due=relay.next_due)
    notifier.pace_seconds = pace_seconds
    database.handover.publisher = relay
    try:
        async with working([(task, notifier)] * RELAYS, app.state.settings.drain_seconds):
            try:
                yield
            finally:
                database.handover.publisher = None
        if notifier.stop_gathering():
            await _last(relay.work)
    finally:
        await _last(relay.leased.settle)
        await _last(relay.leased.give_back)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


def _tell(row: _Row, error: Exception, reason: str) -> None:
    """Write why an event was not published: all of them together while the broker is away."""
    if isinstance(error, ConnectionError | TimeoutError) and not isinstance(error, Unroutable):
        outages.BROKER.tell(reason)
    else:
        log.warning("event not published", key=row.key, event_id=str(row.event_id), reason=reason)


async def _last(call: Callable[[], Awaitable[object]]) -> None:
    """Do this before the end if it takes a moment; what fails is left to the next process."""
    try:
        async with asyncio.timeout(LAST_RUN_SECONDS):
            await call()
    except Exception as error:  # for example a database outage
        reason = f"{type(error).__name__}: {error}"[:300]
        log.warning("last events not published", cause=error, reason=reason)
