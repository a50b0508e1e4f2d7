"""Announcing a fact in the transaction that makes it true.

`emit` only writes rows; `chassis.relay` carries them to the bus once they are committed.
"""

from functools import lru_cache
from typing import Final

from contracts.event import Event
from sqlalchemy import bindparam, func, select

from chassis import tracing
from chassis.db import Record, Statement, TextStatement, Transaction
from chassis.db.notifier import CHANNEL
from chassis.hot_sql import insert_events

QUEUE: Final = "outbox"
"""The name by which a commit wakes the relay."""

MOST_AT_ONCE: Final = 16
"""Events that one statement writes."""
_NOTIFY: Final = Statement(select(func.pg_notify(bindparam("channel"), "")))


@lru_cache(maxsize=MOST_AT_ONCE)
def _insert(count: int) -> TextStatement[Record]:
    return TextStatement(insert_events(count))


async def emit(tx: Transaction, *events: Event, target: str | None = None) -> None:
    """Write `events` into the outbox: they are published if and when the caller's transaction commits.

    Events of one aggregate are published in the order they were emitted, and between transactions in the
    order of commit as long as each holds the aggregate's row locked when it emits (an UPDATE does).
    `target` names the one consumer that a replayed event is for; None means everyone who listens.
    """
    for first in range(0, len(events), MOST_AT_ONCE):
        some = events[first : first + MOST_AT_ONCE]
        await _insert(len(some)).run(tx, **event_values(tx, *some, target=target))


def event_values(tx: Transaction, *events: Event, target: str | None = None) -> dict[str, object]:
    """The values of `insert_events`; the relay wakes when the transaction is committed."""
    trace = tracing.traceparent()
    values: dict[str, object] = {"target": target}
    for place, event in enumerate(events):
        told = event if event.trace or not trace else event.model_copy(update={"trace": trace})
        values[f"event_id_{place}"] = event.event_id
        values[f"aggregate_{place}"] = event.aggregate
        values[f"key_{place}"] = event.key
        values[f"payload_{place}"] = told.model_dump_json()
        values[f"trace_{place}"] = told.trace
    tx.wake_after_commit(QUEUE)
    return values


async def wake_other_processes(tx: Transaction) -> None:
    """Let the relays of running services know of this transaction's rows; for commands without a relay."""
    await _NOTIFY.run(tx, channel=CHANNEL)
