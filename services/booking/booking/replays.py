"""Telling the present state again, so that another service can rebuild what it keeps of booking."""

from collections.abc import AsyncIterator
from typing import Final

from chassis.db import Transaction
from chassis.replay import Replay, replays
from contracts.event import Event
from contracts.events.booking import HoursChanged, RatingGiven

from booking.hours.store import all_hours
from booking.orders.guest_links import GuestLinks
from booking.orders.order import Order
from booking.orders.publishing import EVENTS
from booking.orders.rules import Status
from booking.orders.serializers import facts_of
from booking.orders.store import orders_after
from booking.ratings.store import Summary, summary_of

BATCH: Final = 200


_WAYS: Final[dict[Status, tuple[Status, ...]]] = {
    "pending": ("pending",),
    "accepted": ("pending", "accepted"),
    "ongoing": ("pending", "accepted", "ongoing"),
    "completed": ("pending", "accepted", "ongoing", "completed"),
    "rejected": ("pending", "rejected"),
    "cancelled": ("pending", "cancelled"),
}


def way_to(order: Order) -> tuple[Status, ...]:
    """The statuses that the order went through: not every reader listens to every event."""
    if order.status == "cancelled" and order.calendar_sequence >= 0:
        return ("pending", "accepted", "cancelled")
    return _WAYS[order.status]


def retellings(links: GuestLinks) -> tuple[Replay, ...]:
    """Hours; orders, each by the events that led to its present status, and by its rating if it has one."""

    @replays
    async def all_provider_hours(tx: Transaction) -> AsyncIterator[Event]:
        for provider_id, timezone, revision in await all_hours(tx):
            yield HoursChanged(provider_id=provider_id, timezone=timezone, revision=revision)

    @replays
    async def all_orders(tx: Transaction) -> AsyncIterator[Event]:
        summaries: dict[str, Summary] = {}
        last = ""
        while batch := await orders_after(tx, last, BATCH):
            last = batch[-1].order_id
            for order in batch:
                facts = facts_of(order, links.link(order))
                for status in way_to(order):
                    yield EVENTS[status](order=facts, actor="system", feedback=order.note)
                if order.stars is None:
                    continue
                if order.provider_id not in summaries:
                    summaries[order.provider_id] = await summary_of(tx, order.provider_id)
                summary = summaries[order.provider_id]
                yield RatingGiven(
                    order=facts,
                    rating=order.stars,
                    feedback=order.review,
                    trusted=False,
                    average=summary.average,
                    reviews=summary.reviews,
                    revision=summary.revision,
                )

    return all_provider_hours, all_orders
