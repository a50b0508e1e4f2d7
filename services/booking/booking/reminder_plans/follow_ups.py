"""Completed orders whose clients are to be mailed later, entered in the step that completes them."""

from datetime import datetime
from typing import Final

from chassis.db import Statement, Transaction
from sqlalchemy import DateTime, Text, bindparam, cast, func, select
from sqlalchemy.dialects.postgresql import insert

from booking.reminder_plans.models import FollowUpRow, ReminderPlanRow

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


async def plan_follow_up(tx: Transaction, order_id: str, provider_id: str, now: datetime) -> None:
    """Let an order that was completed now be followed up when its provider wants it; never twice."""
    await PLAN.run(tx, order_id=order_id, provider_id=provider_id, now=now)
