"""What is booked on time that changed hours, days off or a pause would close (product.md 4.20)."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime
from typing import Final

from chassis.db import Connection, Database, Statement
from chassis.errors import Forbidden
from sqlalchemy import bindparam, select

from booking.availability.schemas import OrderOutside, OrdersOutside, ProposedHours, SessionOutside
from booking.hours.changes import NO_PROVIDER, changed_hours
from booking.hours.rules import Hours
from booking.hours.store import own_hours
from booking.orders.models import SessionRow
from booking.orders.order import Order
from booking.orders.order_query import state_in, status_in
from booking.orders.rules import HOLDING, OVER
from booking.orders.store import orders_by_id
from booking.serialization import instant_text
from booking.slots.coverage import is_open
from booking.zones import seconds

MOST_ORDERS: Final = 100
"""Orders that one answer names, the soonest first."""
FIND_COMING: Final = Statement(
    select(SessionRow.order_id, SessionRow.starts_at, SessionRow.ends_at)
    .where(
        SessionRow.provider_id == bindparam("provider_id"),
        status_in(SessionRow.status, *HOLDING),
        ~state_in(SessionRow.state, *OVER),  # as in slots/hot_sql.py
        ~SessionRow.proposed,
        SessionRow.ends_at > bindparam("now"),
        SessionRow.starts_at > bindparam("now"),
    )
    .order_by(SessionRow.starts_at, SessionRow.order_id)
)


async def orders_outside(
    database: Database, tx: Connection, provider_id: str, asked: ProposedHours, now: datetime
) -> OrdersOutside:
    """The provider's orders with sessions to come that are open now and would not be by these hours.

    Raises Forbidden for an account that is no provider, and a refusal for hours that cannot be.
    """
    known = await own_hours(database, provider_id)
    if known is None:
        raise Forbidden(NO_PROVIDER)
    proposed = proposed_hours(known, asked)
    coming = await FIND_COMING.all(tx, provider_id=provider_id, now=now)
    outside = sessions_outside(
        known, proposed, ((row.order_id, row.starts_at, row.ends_at) for row in coming)
    )
    first = list(outside)[:MOST_ORDERS]
    orders = await orders_by_id(tx, first)
    shown = [_shown(orders[each], outside[each]) for each in first if each in orders]
    return OrdersOutside(orders=shown, total=len(outside))


def proposed_hours(known: Hours, asked: ProposedHours) -> Hours:
    """The hours after the request, a pause included. Raises a refusal for hours that cannot be."""
    hours = changed_hours(known, asked)
    if asked.iv_away is None:
        return hours
    return replace(hours, away_until=(asked.iv_away_until or date.max) if asked.iv_away == "yes" else None)


def sessions_outside(
    known: Hours, proposed: Hours, coming: Iterable[tuple[str, datetime, datetime]]
) -> dict[str, list[tuple[datetime, datetime]]]:
    """By order the sessions that the proposed hours leave outside, in the order in which they came.

    What lies outside of the known hours already, because the provider agreed to it, is no news.
    """
    outside: dict[str, list[tuple[datetime, datetime]]] = {}
    for order_id, starts_at, ends_at in coming:
        span = seconds(starts_at), seconds(ends_at)
        if not is_open(proposed, *span) and is_open(known, *span):
            outside.setdefault(order_id, []).append((starts_at, ends_at))
    return outside


def _shown(order: Order, sessions: list[tuple[datetime, datetime]]) -> OrderOutside:
    return OrderOutside(
        order_id=order.order_id,
        name=order.client.name,
        services=[each.name for each in order.services],
        request_status=order.status,
        sessions=[
            SessionOutside(starts_at=instant_text(starts_at), ends_at=instant_text(ends_at))
            for starts_at, ends_at in sessions
        ],
    )
