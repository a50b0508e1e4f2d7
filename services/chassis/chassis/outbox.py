"""Announcing a fact in the transaction that makes it true.

`emit` only writes rows; `chassis.relay` carries them to the bus once they are committed.
"""

from typing import Final

import orjson
from contracts.event import Event
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from chassis import tracing
from chassis.bell import CHANNEL, ring_after_commit
from chassis.driver import Prepared

QUEUE: Final = "outbox"
"""The relay's bell."""

# JSON and not arrays: of those PostgreSQL looks at the length, and plans the statement anew each time.
EMITTING: Final = """
    INSERT INTO outbox (event_id, aggregate, key, payload, trace, target)
    SELECT event_id, aggregate, key, payload, trace, CAST(:target AS text)
    FROM ROWS FROM (
        json_to_recordset(CAST(:events AS json))
            AS (event_id uuid, aggregate text, key text, payload text, trace text)
    ) WITH ORDINALITY AS event (event_id, aggregate, key, payload, trace, place)
    ORDER BY place
"""
"""For a statement that announces what it does itself, with the values of `emitted`."""
_EMIT: Final = Prepared(EMITTING)
_NOTIFY = text("SELECT pg_notify(:channel, '')")


async def emit(session: AsyncSession, *events: Event, target: str | None = None) -> None:
    """Write `events` into the outbox: they are published if and when the caller's transaction commits.

    Events of one aggregate are published in the order they were emitted, and between transactions in the
    order of commit as long as each holds the aggregate's row locked when it emits (an UPDATE does).
    However many there are, it is one statement.
    `target` names the one consumer that a replayed event is for; None means everyone who listens.
    """
    if events:
        await _EMIT.run(session, emitted(session, *events, target=target))


def emitted(session: AsyncSession, *events: Event, target: str | None = None) -> dict[str, object]:
    """The values of `EMITTING`; the relay is woken when the session's transaction commits."""
    trace = tracing.traceparent()
    told = [
        {
            "event_id": event.event_id,
            "aggregate": event.aggregate,
            "key": event.key,
            "payload": (
                event if event.trace or not trace else event.model_copy(update={"trace": trace})
            ).model_dump_json(),
            "trace": event.trace or trace,
        }
        for event in events
    ]
    ring_after_commit(session, QUEUE)
    return {"events": orjson.dumps(told).decode(), "target": target}


async def wake_other_processes(session: AsyncSession) -> None:
    """Let the relays of running services know of this transaction's rows; for commands without a relay."""
    await session.execute(_NOTIFY, {"channel": CHANNEL})
