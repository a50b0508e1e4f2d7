"""Announcing a fact in the transaction that makes it true.

`emit` only writes rows; `chassis.relay` carries them to the bus once they are committed.
"""

from typing import Final

from contracts.event import Event
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from chassis import tracing
from chassis.bell import CHANNEL, ring_after_commit
from chassis.driver import Prepared

QUEUE: Final = "outbox"
"""The relay's bell."""

_EMIT = Prepared(
    """
    INSERT INTO outbox (event_id, aggregate, key, payload, trace, target)
    SELECT event_id, aggregate, key, payload, trace, CAST(:target AS text)
    FROM unnest(
        CAST(:event_ids AS uuid[]), CAST(:aggregates AS text[]), CAST(:keys AS text[]),
        CAST(:payloads AS text[]), CAST(:traces AS text[])
    ) WITH ORDINALITY AS event (event_id, aggregate, key, payload, trace, place)
    ORDER BY place
    """
)
_NOTIFY = text("SELECT pg_notify(:channel, '')")


async def emit(session: AsyncSession, *events: Event, target: str | None = None) -> None:
    """Write `events` into the outbox: they are published if and when the caller's transaction commits.

    Events of one aggregate are published in the order they were emitted, and between transactions in the
    order of commit as long as each holds the aggregate's row locked when it emits (an UPDATE does).
    However many there are, it is one statement.
    `target` names the one consumer that a replayed event is for; None means everyone who listens.
    """
    if not events:
        return
    trace = tracing.traceparent()
    told = [
        event if event.trace or not trace else event.model_copy(update={"trace": trace}) for event in events
    ]
    await _EMIT.run(
        session,
        {
            "event_ids": [event.event_id for event in told],
            "aggregates": [event.aggregate for event in told],
            "keys": [event.key for event in told],
            "payloads": [event.model_dump_json() for event in told],
            "traces": [event.trace for event in told],
            "target": target,
        },
    )
    ring_after_commit(session, QUEUE)


async def wake_other_processes(session: AsyncSession) -> None:
    """Let the relays of running services know of this transaction's rows; for commands without a relay."""
    await session.execute(_NOTIFY, {"channel": CHANNEL})
