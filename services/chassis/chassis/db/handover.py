"""Hands events from the transaction that emits them to the relay of their process: nobody looks for them.

They are inserted leased to that relay, and it begins with what it is given once they are committed. Where
there is no relay, or it has no room, they are inserted as due, and whoever claims them next publishes them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Protocol

NO_LEASE: Final = timedelta(0)


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """An event in the outbox, as a relay publishes it."""

    id: int
    event_id: str
    aggregate: str
    key: str
    payload: str
    target: str | None
    trace: str | None
    created_at: datetime
    connection: int
    """The bus's connection in which it was leased: after another one, events may have to go before it."""


class Publisher(Protocol):
    """Publishes events that it is given."""

    @property
    def connection(self) -> int:
        """The connection of the bus for which it leases."""
        ...

    def lease(self) -> timedelta:
        """How long an event that is inserted now is its own; NO_LEASE while it takes none."""
        ...

    def take_over(self, rows: Sequence[OutboxRow], *, others: bool) -> None:
        """Publish these rows, which are committed and leased; with `others`, more that are not leased."""
        ...


class Handover:
    """Between the transactions of a process and its relay, which is made after them and stops before."""

    def __init__(self) -> None:
        self.publisher: Publisher | None = None
