"""Carries committed events from the outbox to the bus: at least once, in order for each aggregate.

Several relays may run at once, in one process or in many. Each claims heads, the oldest row of an
aggregate, with its row lock; whoever holds the head has the aggregate's next rows to itself as well.
A claim, the publishing and the deletion share one transaction: a crash leaves the rows where they were.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import structlog
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from chassis import metrics, tracing
from chassis.bell import Bell, keep_listening
from chassis.bus import Bus, Message
from chassis.clock import utc_now
from chassis.database import Database
from chassis.driver import Found, Prepared
from chassis.metrics import Metrics
from chassis.outbox import QUEUE
from chassis.tracing import Tracing

RELAYS: Final = 2
"""Relays in one process: while one waits for the bus, the other sees to what was committed meanwhile."""
HEADS: Final = 100
ROWS: Final = 500
POLL_SECONDS: Final = 1.0
MEASURE_SECONDS: Final = 5.0
FIRST_BACKOFF_SECONDS: Final = 0.2
LONGEST_BACKOFF_SECONDS: Final = 10.0

log = structlog.get_logger()

# Every event of every service passes here: run by the driver itself.
_CLAIM: Final = Prepared(
    """
    SELECT id, aggregate FROM outbox AS head
    WHERE next_attempt_at <= now()
      AND NOT EXISTS (
        SELECT 1 FROM outbox AS older WHERE older.aggregate = head.aggregate AND older.id < head.id
      )
    ORDER BY id LIMIT :heads FOR UPDATE SKIP LOCKED
    """
)
_ROWS: Final = Prepared(
    """
    SELECT id, event_id, aggregate, key, payload, target, trace, created_at FROM outbox
    JOIN unnest(CAST(:aggregates AS text[]), CAST(:ids AS bigint[])) AS head (of, first_id)
        ON aggregate = head.of AND id >= head.first_id
    ORDER BY id LIMIT :rows FOR UPDATE OF outbox SKIP LOCKED
    """
)
_DONE: Final = Prepared("DELETE FROM outbox WHERE id = ANY(:ids)")
_POSTPONE: Final = Prepared(
    """
    UPDATE outbox SET attempts = attempts + 1, last_error = :error,
        next_attempt_at = clock_timestamp()
            + interval '1 s' * least(
                CAST(:first AS float8) * power(2, least(attempts, 20)), CAST(:longest AS float8)
            )
    WHERE id = :id
    """
)
_DEPTH = text("SELECT count(*), coalesce(extract(epoch FROM now() - min(created_at)), 0) FROM outbox")


@dataclass(slots=True)
class _Result:
    published: list[int]
    failed: tuple[int, str] | None


class Relay:
    """Empties the outbox of one service."""

    def __init__(self, database: Database, bus: Bus, counted: Metrics, traced: Tracing) -> None:
        self._database = database
        self._bus = bus
        self._metrics = counted
        self._tracing = traced

    async def carry(self) -> int:
        """Publish one batch; how many rows were claimed. Rows that fail stay, and are due later."""
        async with self._database.writing() as session:
            with self._tracing.unseen():
                rows = await _claim(session)
            lanes: dict[str, list[Found]] = {}
            for row in rows:
                lanes.setdefault(row.aggregate, []).append(row)
            results = await asyncio.gather(*(self._publish_in_order(lane) for lane in lanes.values()))
            with self._tracing.unseen():
                await _settle(session, results)
        return len(rows)

    async def _publish_in_order(self, lane: Sequence[Found]) -> _Result:
        published: list[int] = []
        for row in lane:
            try:
                await self._publish(row)
            except Exception as error:  # what fails is tried again, whatever it was
                self._metrics.publish_failed(row.key)
                reason = f"{type(error).__name__}: {error}"[:1000]
                log.warning("event not published", key=row.key, event_id=str(row.event_id), reason=reason)
                return _Result(published, (row.id, reason))
            published.append(row.id)
        return _Result(published, None)

    async def _publish(self, row: Found) -> None:
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

    async def measure(self) -> None:
        """Tell the metrics how much waits, and for how long."""
        with self._tracing.unseen():
            async with self._database.reading() as session:
                rows, age = (await session.execute(_DEPTH)).one()
        self._metrics.outbox(rows, float(age))


async def _claim(session: AsyncSession) -> Sequence[Found]:
    """Some aggregates' rows, oldest first: their heads, and what else fits into one batch."""
    heads = await _CLAIM.all(session, {"heads": HEADS})
    if not heads:
        return ()
    claimed = {"aggregates": [head.aggregate for head in heads], "ids": [head.id for head in heads]}
    return await _ROWS.all(session, {**claimed, "rows": ROWS})


async def _settle(session: AsyncSession, results: Sequence[_Result]) -> None:
    done = [row_id for result in results for row_id in result.published]
    if done:
        await _DONE.run(session, {"ids": done})
    for result in results:
        if result.failed is not None:
            row_id, error = result.failed
            backoff = {"first": FIRST_BACKOFF_SECONDS, "longest": LONGEST_BACKOFF_SECONDS}
            await _POSTPONE.run(session, {"id": row_id, "error": error, **backoff})


class _Worker:
    """One relay's loop; a few of them share the bell."""

    def __init__(self, relay: Relay, bus: Bus, bell: Bell) -> None:
        self._relay = relay
        self._bus = bus
        self._bell = bell
        self._busy = False
        self._stopping = False
        self._task = asyncio.create_task(self._run(), name="outbox relay")

    async def _run(self) -> None:
        while not self._stopping:
            await self._bus.ready()
            self._busy = True
            claimed = await self._carry()
            self._busy = False
            if not claimed and not self._stopping:
                await self._bell.heard(POLL_SECONDS)

    async def _carry(self) -> int:
        try:
            return await self._relay.carry()
        except Exception as error:  # the database is away; the rows stay where they are
            log.warning("outbox not carried", reason=f"{type(error).__name__}: {error}")
            return 0

    async def stop(self, grace: float) -> None:
        """End after the batch in hand, or after `grace` seconds; what is not published then stays."""
        self._stopping = True
        if self._busy:
            await asyncio.wait({self._task}, timeout=grace)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


async def _keep_measuring(relay: Relay) -> None:
    while True:
        try:
            await relay.measure()
        except Exception as error:
            log.warning("outbox not measured", reason=f"{type(error).__name__}: {error}")
        await asyncio.sleep(MEASURE_SECONDS)


@asynccontextmanager
async def running(app: FastAPI, database: Database, bus: Bus) -> AsyncGenerator[None]:
    """The outbox is emptied while this is entered; leaving it finishes the batches in hand."""
    relay, bell = Relay(database, bus, metrics.of(app), tracing.of(app)), database.bell(QUEUE)
    background = [
        asyncio.create_task(keep_listening(bell, database.driver_url), name="outbox bell"),
        asyncio.create_task(_keep_measuring(relay), name="outbox measure"),
    ]
    workers = [_Worker(relay, bus, bell) for _ in range(RELAYS)]
    try:
        yield
    finally:
        await asyncio.gather(*(worker.stop(app.state.settings.drain_seconds) for worker in workers))
        for task in background:
            task.cancel()
        await asyncio.gather(*background, return_exceptions=True)
