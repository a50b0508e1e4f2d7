"""Telling the house what happened to an order, in the transaction in which it happens."""

from datetime import datetime
from typing import Final, Literal

from chassis.outbox import emit
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
from sqlalchemy.ext.asyncio import AsyncSession

from booking.calendar.rules import calendar_file
from booking.orders.links import GuestLinks
from booking.orders.record import Order
from booking.orders.rules import Status
from booking.orders.views import facts_of

Actor = Literal["provider", "client", "system"]

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
    session: AsyncSession,
    order: Order,
    links: GuestLinks,
    *,
    actor: Actor,
    now: datetime,
    feedback: str = "",
    calendar: CalendarFile | None = None,
) -> None:
    """Emit the event of the status that `order` has just reached, and of the time it takes or frees."""
    told = EVENTS[order.status](
        order=facts_of(order, links.link(order)),
        actor=actor,
        feedback=feedback,
        calendar=calendar,
        occurred_at=now,
    )
    if order.status not in _MOVES_TIME:
        await emit(session, told)
        return
    moved = AvailabilityChanged(
        provider_id=order.provider_id, starts_at=order.starts_at, ends_at=order.ends_at, occurred_at=now
    )
    await emit(session, told, moved)
