"""Completed orders whose clients are mailed later, in the database."""

from datetime import datetime
from typing import Final

from chassis.db import Statement, Transaction
from sqlalchemy import DateTime, Text, bindparam, cast, delete, func, select
from sqlalchemy.dialects.postgresql import insert

from booking.reminders.models import FollowUpRow, ReminderPlanRow

_at = DateTime(timezone=True)
PLAN: Final = Statement(
    insert(FollowUpRow)
    .from_select(
        ["order_id", "due_at"],
        select(
            bindparam("order_id", type_=Text),
            cast(bindparam("now", type_=_at), _at)
            + func.make_interval(0, 0, 0, 0, ReminderPlanRow.follow_up_hours),
        ).where(
            ReminderPlanRow.provider_id == bindparam("provider_id"),
            ReminderPlanRow.follow_up_hours.is_not(None),
        ),
    )
    .on_conflict_do_nothing()
)
_due = (
    select(FollowUpRow.order_id)
    .where(FollowUpRow.due_at <= bindparam("now"))
    .order_by(FollowUpRow.due_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
    .scalar_subquery()
)
TAKE: Final = Statement(
    delete(FollowUpRow).where(FollowUpRow.order_id.in_(_due)).returning(FollowUpRow.order_id)
)


async def plan_follow_up(tx: Transaction, order_id: str, provider_id: str, now: datetime) -> None:
    """Let an order that was completed now be followed up when its provider wants it; never twice."""
    await PLAN.run(tx, order_id=order_id, provider_id=provider_id, now=now)


async def take_due_follow_ups(tx: Transaction, now: datetime, most: int) -> list[str]:
    """The orders whose follow-up is due; they wait no more. It skips those that are locked."""
    return await TAKE.column(tx, now=now, most=most)
