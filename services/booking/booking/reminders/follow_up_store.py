"""Completed orders whose clients are due to be mailed, in the database."""

from datetime import datetime
from typing import Final

from chassis.db import Statement, Transaction
from sqlalchemy import any_, bindparam, delete, func, select

from booking.reminder_plans.models import FollowUpRow

_due = (
    select(FollowUpRow.order_id)
    .where(FollowUpRow.due_at <= bindparam("now"))
    .order_by(FollowUpRow.due_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
    .scalar_subquery()
)
TAKE: Final = Statement(
    delete(FollowUpRow).where(FollowUpRow.order_id == any_(func.array(_due))).returning(FollowUpRow.order_id)
)


async def take_due_follow_ups(tx: Transaction, now: datetime, most: int) -> list[str]:
    """The orders whose follow-up is due; they wait no more. It skips those that are locked."""
    return await TAKE.column(tx, now=now, most=most)
