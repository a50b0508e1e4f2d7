"""Which sessions are to be reminded of now, and by which plan of their provider."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from chassis.db import Statement, Transaction
from sqlalchemy import bindparam, select, update

from booking.orders.models import OrderRow, SessionRow
from booking.orders.order_query import state_in, status_in
from booking.orders.store import next_reminder
from booking.reminder_plans.models import ReminderPlanRow


@dataclass(frozen=True, slots=True)
class DueReminder:
    """A session whose reminder is due."""

    order_id: str
    position: int
    starts_at: datetime
    due_at: datetime
    reminders: list[list[Any]] | None
    """Those of the provider's plan, as `ReminderPlanRow` keeps them."""


_reminders = (
    select(ReminderPlanRow.reminders)
    .where(ReminderPlanRow.provider_id == SessionRow.provider_id)
    .scalar_subquery()
)
_due = (
    select(SessionRow.order_id, SessionRow.position, SessionRow.remind_at)
    .where(
        status_in(SessionRow.status, "accepted", "ongoing"),
        state_in(SessionRow.state, "upcoming"),
        ~SessionRow.proposed,
        SessionRow.remind_at <= bindparam("now"),
    )
    .order_by(SessionRow.remind_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
    .cte("due")
)
TAKE: Final = Statement(
    update(SessionRow)
    .where(SessionRow.order_id == _due.c.order_id, SessionRow.position == _due.c.position)
    .values(remind_at=next_reminder())
    .returning(
        SessionRow.order_id,
        SessionRow.position,
        SessionRow.starts_at,
        _due.c.remind_at.label("due_at"),
        _reminders.label("reminders"),
    ),
    into=DueReminder,
)
_agreed = (
    OrderRow.provider_id == bindparam("provider_id"),
    status_in(OrderRow.status, "accepted", "ongoing"),
)
LOCK_AGREED: Final = Statement(
    select(OrderRow.order_id).where(*_agreed).order_by(OrderRow.order_id).with_for_update()
)
# One that is due by now is still sent: the job has not come to it yet.
SET_ANEW: Final = Statement(
    update(SessionRow)
    .where(
        SessionRow.provider_id == bindparam("provider_id"),
        status_in(SessionRow.status, "accepted", "ongoing"),
        SessionRow.ends_at > bindparam("now"),
        ~SessionRow.proposed,
        (SessionRow.remind_at > bindparam("now")) | SessionRow.remind_at.is_(None),
    )
    .values(remind_at=next_reminder())
)


async def take_due(tx: Transaction, now: datetime, most: int) -> list[DueReminder]:
    """The sessions whose reminder is due, each with its next reminder set; it skips those that are locked."""
    return await TAKE.all(tx, now=now, most=most)


async def set_anew(tx: Transaction, provider_id: str, now: datetime) -> None:
    """Set the next reminder of each of the provider's sessions by the plan that holds now.

    Orders are locked before their sessions, as in every step of an order.
    """
    await LOCK_AGREED.run(tx, provider_id=provider_id)
    await SET_ANEW.run(tx, provider_id=provider_id, now=now)
