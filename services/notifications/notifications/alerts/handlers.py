"""Events that somebody should hear of."""

from chassis.db import Transaction
from chassis.events import subscribe
from contracts.event import Event
from contracts.events.booking import (
    OrderAccepted,
    OrderCancelled,
    OrderCompleted,
    OrderMoved,
    OrderRejected,
    OrderRequested,
    OrderStarted,
    RatingGiven,
    RatingRequested,
    ReminderDue,
    TimeDeclined,
    TimeProposed,
)
from contracts.events.feed import CommentAdded, RepostAdded
from contracts.events.profiles import CircleChanged

from notifications.alerts.create_alert import create_alert
from notifications.alerts.rules import interest_notice, notices_of
from notifications.projections.store import keep_interest


@subscribe(
    OrderRequested,
    OrderAccepted,
    OrderRejected,
    OrderStarted,
    OrderCompleted,
    OrderCancelled,
    TimeProposed,
    TimeDeclined,
    OrderMoved,
    ReminderDue,
    RatingRequested,
    RatingGiven,
    CommentAdded,
    RepostAdded,
    only_news=True,
)
async def raise_alerts(event: Event, tx: Transaction) -> None:
    """Alert whom the event concerns."""
    for notice in notices_of(event):
        await create_alert(tx, notice, event.occurred_at)


@subscribe(CircleChanged)
async def raise_interest(event: CircleChanged, tx: Transaction) -> None:
    """Tell a provider of a new interest; trust given later is none. What is told again is only remembered."""
    is_new = await keep_interest(tx, event.account_id, event.provider_id, event.interest, event.revision)
    if is_new and not event.replayed:
        await create_alert(tx, interest_notice(event), event.occurred_at)


CONSUMERS = (raise_alerts, raise_interest)
