"""What the sides of an order hear of each of its events (product.md 5.1, 5.3, 5.5)."""

from collections.abc import Mapping
from typing import Final

from chassis.db import Transaction
from contracts.events.booking import (
    GuestLinkRequested,
    OrderAccepted,
    OrderCancelled,
    OrderCompleted,
    OrderEvent,
    OrderFacts,
    OrderRejected,
    OrderRequested,
    OrderStarted,
    RatingGiven,
    RatingRequested,
    ReminderDue,
)

from notifications.alerts.raised_alert import raise_single
from notifications.alerts.rules import notices_of
from notifications.mail.handover import Handover
from notifications.mail.order_mails import mails_about_order
from notifications.order_news import store
from notifications.order_news.store import OrderNews
from notifications.projections.store import Person

AboutOrder = OrderEvent | ReminderDue | RatingRequested | RatingGiven | GuestLinkRequested
_OPENING: Final = (
    OrderRequested,
    OrderAccepted,
    OrderRejected,
    OrderStarted,
    OrderCompleted,
    OrderCancelled,
)
"""The events after which the two sides can write to each other."""


async def tell_sides(tx: Transaction, event: AboutOrder, public_url: str, handover: Handover) -> None:
    """Alert and mail the sides that the event concerns, and let the two write to each other.

    A replayed event is no news. The alerts and mails of a fact are written once, whichever event tells of it.
    Raises `HandledBefore` when the event was handled before.
    """
    sides = await store.sides_of(tx, event.order)
    news = OrderNews(pair=pair_of(event, sides.people))
    if not event.replayed:
        raised = [raise_single(notice, sides.people, event.occurred_at) for notice in notices_of(event)]
        news = OrderNews(
            alerts=[each for each in raised if each],
            mails=mails_about_order(event, sides.people, public_url),
            pair=news.pair,
        )
    await store.write(tx, event, news, sides, handover)


def pair_of(event: AboutOrder, people: Mapping[str, Person]) -> tuple[str, str] | None:
    """The two who can write to each other from now on (product.md 5.5).

    Guests and deleted accounts have no messages.
    """
    order: OrderFacts = event.order
    two_accounts = bool(order.client_id) and order.client_id != order.provider_id
    if not isinstance(event, _OPENING) or not two_accounts or any(each.deleted for each in people.values()):
        return None
    return order.provider_id, order.client_id
