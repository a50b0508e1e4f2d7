"""Writes events in the same transaction as the change that they report.

`emit` only writes rows; `chassis.relay` publishes them on the bus once they are committed.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Final

from contracts.event import Event
from sqlalchemy import bindparam, func, select

from chassis import tracing
from chassis.clock import utc_now
from chassis.db import Statement, Transaction
from chassis.db.handover import NO_LEASE, OutboxRow
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
        emission = Emission(tx, *some, target=target)
        rows = await insert_events(len(some)).all(tx, **emission.values)
        emission.inserted({str(row.event_id): row.id if row.leased else None for row in rows})


class Emission:
    """Events that a statement of the caller inserts, for the relay of this process to publish once committed.

    The statement inserts them with `values`, by `hot_sql.insert_events_sql` or `hot_sql.leased_until`, and
    tells by `hot_sql.inserted_events` what became of them, which the caller hands to `inserted`. If it waits
    for a lock itself it does not see what was emitted meanwhile, which another process may publish later
    than these: emit what has to stay in order by a statement after the one that locks.
    """

    def __init__(self, tx: Transaction, *events: Event, target: str | None = None) -> None:
        self._publisher = None if target else tx.handover.publisher
        lease = self._publisher.lease() if self._publisher else NO_LEASE
        self._events: Final = _traced(events)
        self.values: Final = _values(self._events, target, lease)
        self._ids: Mapping[str, int | None] | None = None
        self._made_at = utc_now()
        self._connection = self._publisher.connection if self._publisher else 0
        if lease:
            tx.when_ended(self._ended)
        else:
            tx.wake_after_commit(QUEUE)

    def inserted(self, ids: Mapping[str, int | None] | None) -> None:
        """Take the rows' ids by event; None for one that is not leased, and none at all if none is new."""
        self._ids = ids or {}

    def _ended(self, committed: bool) -> None:
        if committed and self._publisher:
            ids = {"": None} if self._ids is None else self._ids  # nobody has told: there may be some
            self._publisher.take_over(self._leased(ids), others=None in ids.values())

    def _leased(self, ids: Mapping[str, int | None]) -> list[OutboxRow]:
        return [
            OutboxRow(
                id=row_id,
                event_id=event.event_id,
                aggregate=event.aggregate,
                key=event.key,
                payload=str(self.values[f"payload_{place}"]),
                target=None,
                trace=event.trace,
                created_at=self._made_at,
                connection=self._connection,
            )
            for place, event in enumerate(self._events)
            if (row_id := ids.get(event.event_id)) is not None
        ]


def _traced(events: Sequence[Event]) -> list[Event]:
    """The events in the trace of what causes them."""
    trace = tracing.traceparent()
    return [each.model_copy(update={"trace": trace}) if trace and not each.trace else each for each in events]


def _values(events: Sequence[Event], target: str | None, lease: timedelta) -> dict[str, object]:
    values: dict[str, object] = {"target": target, "lease": lease}
    for place, event in enumerate(events):
        values[f"event_id_{place}"] = event.event_id
        values[f"aggregate_{place}"] = event.aggregate
        values[f"key_{place}"] = event.key
        values[f"payload_{place}"] = event.model_dump_json()
        values[f"trace_{place}"] = event.trace
    return values


async def wake_other_processes(tx: Transaction, queue: str = QUEUE) -> None:
    """Wake a worker of `queue` in every process for this transaction's rows.

    For commands, which have no worker, and for what is due later, when this process may not live.
    """
    await _NOTIFY.run(tx, channel=CHANNEL, queue=queue)
