"""Writes events in the same transaction as the change that they report.

`emit` only writes rows; `chassis.relay` publishes them on the bus once they are committed.
"""

from typing import Final

from contracts.event import Event
from sqlalchemy import bindparam, func, select

from chassis import tracing
from chassis.db import Statement, Transaction
from chassis.db.notifier import CHANNEL
from chassis.hot_sql import insert_events

QUEUE: Final = "outbox"
"""The queue name under which a commit wakes the relay."""

MOST_AT_ONCE: Final = 16
"""The most events that one statement writes."""
_NOTIFY: Final = Statement(select(func.pg_notify(bindparam("channel"), bindparam("queue"))))


async def emit(tx: Transaction, *events: Event, target: str | None = None) -> None:
    """Write `events` into the outbox: they are published if and when the caller's transaction commits.

    Events of one aggregate are published in the order they were emitted, and across transactions in the
    order of commit as long as each holds a lock on the aggregate's row when it emits (an UPDATE does).
    `target` names the one consumer of a replayed event; None means every subscriber.
    """
    for first in range(0, len(events), MOST_AT_ONCE):
        some = events[first : first + MOST_AT_ONCE]
        await insert_events(len(some)).run(tx, **event_values(tx, *some, target=target))


def event_values(tx: Transaction, *events: Event, target: str | None = None) -> dict[str, object]:
    """The values of `insert_events`. The relay wakes when the transaction is committed."""
    trace = tracing.traceparent()
    values: dict[str, object] = {"target": target}
    for place, event in enumerate(events):
        traced = event if event.trace or not trace else event.model_copy(update={"trace": trace})
        values[f"event_id_{place}"] = event.event_id
        values[f"aggregate_{place}"] = event.aggregate
        values[f"key_{place}"] = event.key
        values[f"payload_{place}"] = traced.model_dump_json()
        values[f"trace_{place}"] = traced.trace
    tx.wake_after_commit(QUEUE)
    return values


async def wake_other_processes(tx: Transaction, queue: str = QUEUE) -> None:
    """Wake a worker of `queue` in every process for this transaction's rows.

    For commands, which have no worker, and for what is due later, when this process may not live.
    """
    await _NOTIFY.run(tx, channel=CHANNEL, queue=queue)
