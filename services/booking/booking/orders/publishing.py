"""Telling the house what happened to an order, in the transaction in which it happens."""

from datetime import datetime
from typing import Final, Literal

from chassis.db import Transaction
from chassis.outbox import emit
from contracts.event import Event
from contracts.events.booking import (
    AvailabilityChanged,
    CalendarFile,
    OrderAccepted,
    OrderCancelled,
    OrderCompleted,
    OrderEvent,
    OrderRejected,
    OrderRequested,
    OrderStarted,
)

from booking.orders.guest_links import GuestLinks
from booking.orders.ics import calendar_file
from booking.orders.order import Order, Proposal
from booking.orders.rules import Status
from booking.orders.serializers import facts_of

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
_MOVES_TIME: Final[frozenset[Status]] = frozenset({"pending", "rejected", "cancelled", "completed"})


def calendar_for(order: Order, now: datetime) -> CalendarFile | None:
    """The file that goes with the status the order has just reached: entered on accept, removed on cancel."""
    if order.status == "accepted":
        return calendar_file(order, "REQUEST", now)
    if order.status == "cancelled" and order.calendar_sequence > 0:
        return calendar_file(order, "CANCEL", now)
    return None


async def announce(
    tx: Transaction,
    order: Order,
    links: GuestLinks,
    *,
    actor: Actor,
    now: datetime,
    feedback: str = "",
    calendar: CalendarFile | None = None,
    dropped: Proposal | None = None,
    cause: Cause = "",
) -> None:
    """Emit the event of the status that `order` has just reached, and of the time it takes or frees, that of
    a `dropped` proposal too."""
    told = told_of(order, links, actor=actor, now=now, feedback=feedback, calendar=calendar, cause=cause)
    await emit(tx, *told, *time_moved(order.provider_id, now, dropped))


def told_of(
    order: Order,
    links: GuestLinks,
    *,
    actor: Actor,
    now: datetime,
    feedback: str = "",
    calendar: CalendarFile | None = None,
    cause: Cause = "",
) -> list[Event]:
    """The event of the status that `order` has just reached, and of the time that it takes or frees."""
    step = EVENTS[order.status](
        order=facts_of(order, links.link(order)),
        actor=actor,
        cause=cause,
        feedback=feedback,
        calendar=calendar,
        occurred_at=now,
    )
    holders = [order] if order.status in _MOVES_TIME else []
    return [step, *time_moved(order.provider_id, now, *holders)]


def time_moved(
    provider_id: str, now: datetime, *holders: Order | Proposal | None
) -> list[AvailabilityChanged]:
    """What screens that show the provider's slots must look at anew: the time of each holder."""
    return [
        AvailabilityChanged(
            provider_id=provider_id,
            starts_at=holder.starts_at,
            ends_at=holder.ends_at,
            occurred_at=now,
        )
        for holder in holders
        if holder
    ]
