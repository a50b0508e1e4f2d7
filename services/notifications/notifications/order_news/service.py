"""What the sides of an order hear of each of its events (product.md 5.1, 5.3, 5.5)."""

from collections.abc import Collection, Mapping, Sequence
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
    OtherTimeAsked,
)
from contracts.events.booking_ratings import (
    ClientRatingGiven,
    RatingAnswered,
    RatingGiven,
    RatingRequested,
    RatingWaits,
)
from contracts.events.booking_reminders import AttendanceConfirmed, FollowUpDue, ReminderDue

from notifications.alerts.raised_alert import raise_single
from notifications.alerts.rules import notices_of
from notifications.mail.handover import Handover
from notifications.mail.order_mails import mails_about_order
from notifications.order_news import store
from notifications.order_news.store import OrderNews
from notifications.projections.store import Person
from notifications.unsubscribe.store import stopped_among

AboutRating = RatingRequested | RatingGiven | RatingWaits | ClientRatingGiven | RatingAnswered
AboutSession = ReminderDue | AttendanceConfirmed
AboutOrder = OrderEvent | OtherTimeAsked | AboutSession | FollowUpDue | AboutRating | GuestLinkRequested
_OPENING: Final = (
    OrderRequested,
    OrderAccepted,
    OrderRejected,
    OrderStarted,
    OrderCompleted,
    OrderCancelled,
)
"""The events after which the two sides can write to each other."""


async def tell_sides(
    tx: Transaction, events: Sequence[AboutOrder], public_url: str, handover: Handover
) -> Sequence[bool]:
    """Alert and mail the sides that the events concern, and let the two of each order write to each other.

    A replayed event is no news. The alerts and mails of a fact are written once, whichever event tells of it.
    Returns of each event whether it was not handled before.
    """
    sides = await store.sides_of(tx, [event.order for event in events])
    stopped = await stopped_among(tx, {each.order.client_email for each in events if _is_unasked(each.order)})
    news = [news_of(event, sides.people, public_url, stopped) for event in events]
    return await store.write(tx, list(zip(events, news, strict=True)), sides, handover)


def _is_unasked(order: OrderFacts) -> bool:
    """Whether a provider entered it for an address that nobody has proven."""
    return not order.address_proven and bool(order.client_email)


def news_of(
    event: AboutOrder, people: Mapping[str, Person], public_url: str, stopped: Collection[str] = ()
) -> OrderNews:
    """What the sides hear of one event. `people` has the accounts of both, `stopped` addresses that get no
    mails about what others entered for them.
    """
    pair = pair_of(event, people)
    if event.replayed:
        return OrderNews(pair=pair)
    raised = [raise_single(notice, people, event.occurred_at) for notice in notices_of(event)]
    return OrderNews(
        alerts=[each for each in raised if each],
        mails=mails_about_order(event, people, public_url, stopped),
        pair=pair,
    )


def pair_of(event: AboutOrder, people: Mapping[str, Person]) -> tuple[str, str] | None:
    """The two who can write to each other from now on (product.md 5.5).

    Guests and deleted accounts have no messages.
    """
    order: OrderFacts = event.order
    two_accounts = bool(order.client_id) and order.client_id != order.provider_id
    if not isinstance(event, _OPENING) or not two_accounts:
        return None
    if people[order.provider_id].deleted or people[order.client_id].deleted:
        return None
    return order.provider_id, order.client_id
