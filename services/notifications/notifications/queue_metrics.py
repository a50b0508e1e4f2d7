"""Counts what becomes of mails and pushes, and measures their queues when somebody reads the metrics."""

from datetime import datetime
from typing import Final, Literal, NamedTuple, get_args

from chassis.db import Database, Statement
from prometheus_client import CollectorRegistry, Counter, Gauge
from sqlalchemy import Double, cast, func, select
from sqlalchemy.orm import InstrumentedAttribute
from sqlalchemy.sql.elements import ColumnElement

SERVICE: Final = "notifications"
Queue = Literal["mails", "pushes"]
Outcome = Literal["sent", "postponed", "refused", "given_up", "too_late", "dropped", "device_gone"]
"""`sent`: its server has taken it. `postponed`: a later attempt follows. `refused`: its server never will.
`given_up`: the last attempt failed. `too_late`: a code or link had run out. `dropped`: nobody wants it any
more. `device_gone`: its device is not there any more."""


class QueueState(NamedTuple):
    """What waits in a queue."""

    waiting: int
    overdue_seconds: float


class QueueMetrics:
    """The metrics of the queue of mails, or of that of pushes."""

    def __init__(self, queue: Queue, registry: CollectorRegistry) -> None:
        name = f"openhours_{queue}"
        self._outcomes = Counter(
            name, f"Attempts to send {queue}, by how they ended.", ("service", "outcome"), registry=registry
        )
        self._waiting = Gauge(
            f"{name}_waiting", f"The {queue} in the queue, postponed ones included.", ("service",),
            registry=registry,
        )  # fmt: skip
        self._overdue = Gauge(
            f"{name}_overdue_seconds", f"For how long the first of the {queue} that are due has been so.",
            ("service",), registry=registry,
        )  # fmt: skip
        for gauge in (self._waiting, self._overdue):
            gauge.labels(SERVICE)
        for outcome in get_args(Outcome):
            self._outcomes.labels(SERVICE, outcome)  # an increase is seen from the first one on

    def count(self, outcome: Outcome) -> None:
        """Count one attempt."""
        self._outcomes.labels(SERVICE, outcome).inc()

    async def measure(self, database: Database, statement: Statement[QueueState]) -> None:
        """Set the state of the queue."""
        found = await database.read_one(statement, {})
        if found is not None:
            self._waiting.labels(SERVICE).set(found.waiting)
            self._overdue.labels(SERVICE).set(max(0.0, found.overdue_seconds))


def queue_state(
    due_at: InstrumentedAttribute[datetime], *waits: ColumnElement[bool]
) -> Statement[QueueState]:
    """The statement that finds how much waits, and since when the first of it is due."""
    overdue = func.coalesce(func.extract("epoch", func.now() - func.min(due_at)), 0)
    return Statement(
        select(func.count().label("waiting"), cast(overdue, Double).label("overdue_seconds")).where(*waits),
        into=QueueState,
    )
