"""Events that somebody should hear of."""

from chassis.events import hears
from contracts.event import Event
from contracts.events.booking import (
    OrderAccepted,
    OrderCancelled,
    OrderCompleted,
    OrderRejected,
    OrderRequested,
    OrderStarted,
    RatingGiven,
    RatingRequested,
)
from contracts.events.feed import CommentAdded, RepostAdded
from contracts.events.profiles import CircleChanged
from sqlalchemy.ext.asyncio import AsyncSession

from notifications.alerts.rules import interest_notice, is_history, notices_of
from notifications.alerts.store import raise_alert, was_told
from notifications.people.store import keep_interest


@hears(
    OrderRequested,
    OrderAccepted,
    OrderRejected,
    OrderStarted,
    OrderCompleted,
    OrderCancelled,
    RatingRequested,
    RatingGiven,
    CommentAdded,
    RepostAdded,
)
async def raise_alerts(event: Event, session: AsyncSession) -> None:
    """Alert whom the event concerns, unless it is an old fact told again."""
    notices = [] if is_history(event) else notices_of(event)
    if notices and await was_told(session, notices[0].source):
        return
    for notice in notices:
        await raise_alert(session, notice, event.occurred_at)


@hears(CircleChanged)
async def raise_interest(event: CircleChanged, session: AsyncSession) -> None:
    """Tell a provider of a new interest; trust given later, or an old fact told again, is none."""
    is_new = await keep_interest(session, event.account_id, event.provider_id, event.interest, event.revision)
    if is_new:
        await raise_alert(session, interest_notice(event), event.occurred_at)


CONSUMERS = (raise_alerts, raise_interest)
