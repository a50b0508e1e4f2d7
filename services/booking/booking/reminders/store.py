"""Which sessions are to be reminded of now."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from chassis.db import Statement, Transaction
from sqlalchemy import bindparam, select, update

from booking.orders.models import SessionRow
from booking.orders.order_query import state_in, status_in
from booking.orders.store import next_reminder


@dataclass(frozen=True, slots=True)
class DueReminder:
    """A session whose reminder is due."""

    order_id: str
    position: int
    starts_at: datetime


_due = (
    select(SessionRow.order_id, SessionRow.position)
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
    .returning(SessionRow.order_id, SessionRow.position, SessionRow.starts_at),
    into=DueReminder,
)


async def take_due(tx: Transaction, now: datetime, most: int) -> list[DueReminder]:
    """The sessions whose reminder is due, each with its next reminder set; it skips those that are locked."""
    return await TAKE.all(tx, now=now, most=most)
