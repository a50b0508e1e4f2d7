"""What is announced of an order, in the transaction in which it happens."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from chassis.db import Transaction
from chassis.outbox import emit
from contracts.event import Event
from contracts.events.booking import (
    AvailabilityChanged,
    CalendarFile,
    ClientFirstRequested,
    OrderAccepted,
    OrderCancelled,
    OrderCompleted,
    OrderEvent,
    OrderFacts,
    OrderRejected,
    OrderRequested,
    OrderStarted,
    SessionEnded,
)

from booking.changes import store as changes
from booking.changes.store import Written
from booking.orders.answer_keys import answer_key
from booking.orders.ics import calendar_file
from booking.orders.order import BookedSession, Order, Proposal
from booking.orders.rules import Status
from booking.orders.serializers import order_facts, session_facts

Actor = Literal["provider", "client", "system"]
Cause = Literal["", "account_closed"]

EVENTS: Final[dict[Status, type[OrderEvent]]] = {
    "pending": OrderRequested,
    "accepted": OrderAccepted,
    "rejected": OrderRejected,
    "ongoing": OrderStarted,
    "completed": OrderCompleted,
    "cancelled": OrderCancelled,
}
"""The event of each status that an order reaches."""
_CHANGES_AVAILABILITY: Final[frozenset[Status]] = frozenset({"pending", "rejected", "cancelled"})


def calendar_for(order: Order, now: datetime) -> CalendarFile | None:
    """The calendar file that goes with the status the order has just reached: entered on accept, removed on
    cancel (product.md 4.13).
    """
    if order.status == "accepted":
        return calendar_file(order, "REQUEST", now)
    if order.status == "cancelled" and order.calendar_sequence > 0:
        return calendar_file(order, "CANCEL", now)
    return None


async def announce(
    tx: Transaction,
    order: Order,
    *,
    actor: Actor,
    now: datetime,
    feedback: str = "",
    calendar: CalendarFile | None = None,
    dropped: Proposal | None = None,
    cause: Cause = "",
    session: int | None = None,
) -> None:
    """Emit `events_for` the step that `order` has just taken, and the time that a `dropped` proposal
    frees.
    """
    events = events_for(
        order, actor=actor, now=now, feedback=feedback, calendar=calendar, cause=cause, session=session
    )
    await emit(tx, *events, *availability_events(order.provider_id, now, dropped))
    if order.status == "cancelled":
        await note_change(tx, order, "cancelled", actor=actor, now=now)


async def note_change(
    tx: Transaction,
    order: Order,
    kind: Written,
    *,
    actor: Actor,
    now: datetime,
    former_start: datetime | None = None,
) -> None:
    """Let the side that did not act find the change when it next looks at its day (product.md 4.19): the
    provider, and a client who is a provider elsewhere.
    """
    sides = [order.provider_id] if actor != "provider" else []
    if actor != "client" and order.client.onboarded:
        sides.append(order.client.account_id)
    if sides:
        await changes.note(tx, sides, order.order_id, order.revision, kind, now, former_start)


@dataclass(frozen=True, slots=True)
class Placing:
    """What is told of an order that is being placed: to its client in the answer, to others by an event."""

    facts: OrderFacts
    calendar: CalendarFile | None
    """The file of an order that is accepted at once; None of a request."""


def placing_of(order: Order) -> Placing:
    """What is told of an order that its client places."""
    return Placing(order_facts(order), calendar_for(order, order.created_at))


def placing_events(order: Order, placing: Placing) -> list[Event]:
    """`events_for` an order that its client has just placed, of which `placing` was made before."""
    placed_at = order.created_at
    placed: OrderEvent = OrderRequested(
        order=placing.facts, answer_key=answer_key(order), actor="client", occurred_at=placed_at
    )
    if order.status == "accepted":
        placed = OrderAccepted(
            order=placing.facts,
            actor="client",
            at_once=True,
            calendar=placing.calendar,
            occurred_at=placed_at,
        )
    events: list[Event] = [placed, *availability_events(order.provider_id, placed_at, order)]
    if order.first_of_client:
        events.append(ClientFirstRequested(account_id=order.client.account_id, occurred_at=placed_at))
    return events


def events_for(
    order: Order,
    *,
    actor: Actor,
    now: datetime,
    feedback: str = "",
    calendar: CalendarFile | None = None,
    cause: Cause = "",
    session: int | None = None,
) -> list[Event]:
    """The event of the step that `order` has just taken, and of the time that it takes or frees.

    `session` is the index of the session that the step began or ended. An order that goes on after one of
    its sessions has not reached another status for good: the session has ended.
    """
    ended = session is not None and order.sessions[session].state in {"done", "missed"}
    kind = SessionEnded if ended and order.status != "completed" else EVENTS[order.status]
    step = kind(
        order=order_facts(order),
        actor=actor,
        cause=cause,
        feedback=feedback,
        calendar=calendar,
        session=None if session is None else session_facts(order, session),
        occurred_at=now,
    )
    changed: list[Order | BookedSession] = []
    if ended and session is not None:
        changed = [order.sessions[session]]
    elif order.status in _CHANGES_AVAILABILITY:
        changed = [order]
    return [step, *availability_events(order.provider_id, now, *changed)]


def availability_events(
    provider_id: str, now: datetime, *times: Order | BookedSession | Proposal | None
) -> list[AvailabilityChanged]:
    """Tell screens that show the provider's slots to read them again where these times are."""
    return [
        AvailabilityChanged(
            provider_id=provider_id,
            starts_at=time.starts_at,
            ends_at=time.ends_at,
            occurred_at=now,
        )
        for time in times
        if time
    ]
