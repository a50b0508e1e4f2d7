"""Announcing a fact in the transaction that makes it true.

`emit` only writes rows; `chassis.relay` carries them to the bus once they are committed.
"""

from functools import lru_cache
from typing import Final

from contracts.event import Event
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from chassis import tracing
from chassis.bell import CHANNEL, ring_after_commit
from chassis.driver import Prepared

QUEUE: Final = "outbox"
"""The relay's bell."""

MOST_AT_ONCE: Final = 16
"""Events that one statement writes."""
_ROW: Final = "(:event_id_<n>, :aggregate_<n>, :key_<n>, :payload_<n>, :trace_<n>, :target)"


def emitting(count: int) -> str:
    """For a statement that announces so many events itself, with the values of `emitted`.

    Neither an array of events nor JSON: of the one PostgreSQL looks at the length and plans anew each time,
    and the other it has to take apart.
    """
    rows = ", ".join(_ROW.replace("<n>", str(place)) for place in range(count))
    return "INSERT INTO outbox (event_id, aggregate, key, payload, trace, target) VALUES <rows>".replace(
        "<rows>", rows
    )


@lru_cache(maxsize=MOST_AT_ONCE)
def _emitting(count: int) -> Prepared:
    return Prepared(emitting(count))


_NOTIFY = text("SELECT pg_notify(:channel, '')")


async def emit(session: AsyncSession, *events: Event, target: str | None = None) -> None:
    """Write `events` into the outbox: they are published if and when the caller's transaction commits.

    Events of one aggregate are published in the order they were emitted, and between transactions in the
    order of commit as long as each holds the aggregate's row locked when it emits (an UPDATE does).
    `target` names the one consumer that a replayed event is for; None means everyone who listens.
    """
    for first in range(0, len(events), MOST_AT_ONCE):
        some = events[first : first + MOST_AT_ONCE]
        await _emitting(len(some)).run(session, emitted(session, *some, target=target))


def emitted(session: AsyncSession, *events: Event, target: str | None = None) -> dict[str, object]:
    """The values of `emitting`; the relay is woken when the session's transaction commits."""
    trace = tracing.traceparent()
    values: dict[str, object] = {"target": target}
    for place, event in enumerate(events):
        told = event if event.trace or not trace else event.model_copy(update={"trace": trace})
        values[f"event_id_{place}"] = event.event_id
        values[f"aggregate_{place}"] = event.aggregate
        values[f"key_{place}"] = event.key
        values[f"payload_{place}"] = told.model_dump_json()
        values[f"trace_{place}"] = told.trace
    ring_after_commit(session, QUEUE)
    return values


async def wake_other_processes(session: AsyncSession) -> None:
    """Let the relays of running services know of this transaction's rows; for commands without a relay."""
    await session.execute(_NOTIFY, {"channel": CHANNEL})
