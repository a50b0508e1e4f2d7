"""The present state of hours and orders as events, to rebuild a projection elsewhere."""

from collections.abc import AsyncIterator
from typing import Final

from chassis.db import Transaction
from chassis.replay import replays
from contracts.event import Event
from contracts.events.booking import ClientFirstRequested, HoursChanged
from contracts.events.booking_ratings import RatingGiven

from booking.hours.store import all_hours
from booking.orders.order import Order
from booking.orders.publishing import EVENTS
from booking.orders.rules import Status
from booking.orders.serializers import order_facts
from booking.orders.store import clients_after, orders_after
from booking.ratings.store import RatingCounts, counts_of

BATCH: Final = 200
_PATHS: Final[dict[Status, tuple[Status, ...]]] = {
    "pending": ("pending",),
    "accepted": ("pending", "accepted"),
    "ongoing": ("pending", "accepted", "ongoing"),
    "completed": ("pending", "accepted", "ongoing", "completed"),
    "rejected": ("pending", "rejected"),
    "cancelled": ("pending", "cancelled"),
}


def path_to_status(order: Order) -> tuple[Status, ...]:
    """The statuses through which the order went: not every reader listens to every event."""
    if order.status == "cancelled" and order.calendar_sequence >= 0:
        return ("pending", "accepted", "cancelled")
    return _PATHS[order.status]


@replays
async def all_provider_hours(tx: Transaction) -> AsyncIterator[Event]:
    """The zone and revision of all hours."""
    for hours in await all_hours(tx):
        yield HoursChanged(provider_id=hours.provider_id, timezone=hours.timezone, revision=hours.revision)


@replays
async def all_clients(tx: Transaction) -> AsyncIterator[Event]:
    """That each account with an order as its client has requested an appointment."""
    last = ""
    while batch := await clients_after(tx, last, BATCH):
        last = batch[-1]
        for account_id in batch:
            yield ClientFirstRequested(account_id=account_id)


@replays
async def all_orders(tx: Transaction) -> AsyncIterator[Event]:
    """Each order by the events that led to its present status, and by its rating if it shows one."""
    counts: dict[str, RatingCounts] = {}
    last = ""
    while batch := await orders_after(tx, last, BATCH):
        last = batch[-1].order_id
        for order in batch:
            facts = order_facts(order)
            for status in path_to_status(order):
                yield EVENTS[status](order=facts, actor="system", feedback=order.note)
            if order.stars is None or order.review_removed or order.rating_hidden_until is not None:
                continue
            if order.provider_id not in counts:
                counts[order.provider_id] = await counts_of(tx, order.provider_id)
            rated = counts[order.provider_id]
            yield RatingGiven(
                order=facts,
                rating=order.stars,
                feedback=order.review,
                trusted=False,
                average=rated.average,
                reviews=rated.reviews,
                revision=rated.revision,
            )


REPLAYS: Final = (all_provider_hours, all_clients, all_orders)
