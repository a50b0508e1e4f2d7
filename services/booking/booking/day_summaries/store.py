"""Whose mail of the day is due, and what the day holds, in the database."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from chassis.db import Statement, Transaction
from sqlalchemy import and_, bindparam, or_, select, update

from booking.day_summaries.rules import DailySummary, LocalDay
from booking.orders.models import OrderRow, ProposalRow, SessionRow
from booking.orders.order import Order
from booking.orders.order_query import each_order, order_from, state_in, status_in
from booking.orders.rules import HOLDING, OVER
from booking.orders.store import orders_by_id
from booking.reminder_plans.models import ReminderPlanRow


@dataclass(frozen=True, slots=True)
class DueSummary:
    """A provider whose next mail is due by the zone that their hours had when it was planned."""

    provider_id: str
    daily_summary: DailySummary
    summarized_on: date | None


@dataclass(frozen=True, slots=True)
class SessionOfDay:
    """Which session of which order; positions count from 1."""

    order_id: str
    position: int


_provider = bindparam("provider_id")
LOCK_DUE: Final = Statement(
    select(ReminderPlanRow.provider_id, ReminderPlanRow.daily_summary, ReminderPlanRow.summarized_on)
    .where(ReminderPlanRow.summary_at <= bindparam("now"), ReminderPlanRow.summary_at.is_not(None))
    .order_by(ReminderPlanRow.summary_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True),
    into=DueSummary,
)
PLAN_NEXT: Final = Statement(
    update(ReminderPlanRow)
    .where(ReminderPlanRow.provider_id == _provider, ReminderPlanRow.daily_summary != "off")
    .values(summary_at=bindparam("summary_at"), summarized_on=bindparam("summarized_on"))
)
SWITCH_OFF: Final = Statement(
    update(ReminderPlanRow)
    .where(ReminderPlanRow.provider_id == _provider)
    .values(daily_summary="off", summary_at=None)
)
FIND_LAST: Final = Statement(
    select(ReminderPlanRow.summarized_on).where(ReminderPlanRow.provider_id == _provider)
)
FIND_SESSIONS: Final = Statement(
    select(SessionRow.order_id, SessionRow.position)
    .where(
        SessionRow.provider_id == _provider,
        status_in(SessionRow.status, "accepted", "ongoing"),
        ~state_in(SessionRow.state, *OVER),  # as in slots/hot_sql.py
        ~SessionRow.proposed,
        SessionRow.ends_at > bindparam("starts"),
        SessionRow.starts_at < bindparam("ends"),
    )
    .order_by(SessionRow.starts_at),
    into=SessionOfDay,
)
_waiting = (
    select(OrderRow.order_id, OrderRow.starts_at)
    .outerjoin(ProposalRow, ProposalRow.order_id == OrderRow.order_id)
    .where(
        OrderRow.provider_id == _provider,
        status_in(OrderRow.status, *HOLDING),
        or_(
            and_(status_in(OrderRow.status, "pending"), ProposalRow.order_id.is_(None)),
            ProposalRow.proposed_by == "client",
        ),
    )
    .subquery("waiting")
)
FIND_WAITING: Final = Statement(each_order(_waiting).order_by(_waiting.c.starts_at))


async def lock_due(tx: Transaction, now: datetime, most: int) -> Sequence[DueSummary]:
    """Providers whose mail is due, locked; it skips those whom another worker has."""
    return await LOCK_DUE.all(tx, now=now, most=most)


async def plan_next(
    tx: Transaction, provider_id: str, summary_at: datetime, summarized_on: date | None
) -> None:
    """Keep when the provider's next mail is due, and which day had the last one."""
    await PLAN_NEXT.run(tx, provider_id=provider_id, summary_at=summary_at, summarized_on=summarized_on)


async def last_day(tx: Transaction, provider_id: str) -> date | None:
    """The newest day whose mail was due; None for none."""
    return await FIND_LAST.value(tx, provider_id=provider_id)


async def switch_off(tx: Transaction, provider_id: str) -> None:
    """Send the provider no more mails of the day."""
    await SWITCH_OFF.run(tx, provider_id=provider_id)


async def sessions_of(tx: Transaction, provider_id: str, today: LocalDay) -> list[tuple[Order, int]]:
    """The sessions that the day holds, in order of time, each as its order and the index in it."""
    found = await FIND_SESSIONS.all(tx, provider_id=provider_id, starts=today.starts, ends=today.ends)
    orders = await orders_by_id(tx, [each.order_id for each in found])
    return [(orders[each.order_id], each.position - 1) for each in found if each.order_id in orders]


async def waiting_orders(tx: Transaction, provider_id: str) -> list[Order]:
    """Orders that wait for the provider's answer, the earliest first."""
    return [order_from(row) for row in await FIND_WAITING.all(tx, provider_id=provider_id)]
