"""What has changed since a provider last looked at their day (product.md 4.19)."""

from datetime import datetime
from typing import Final

from chassis.db import Connection, Statement, Transaction
from sqlalchemy import bindparam, literal_column, select

from booking.changes import store
from booking.day.rules import MOST_CHANGES, SHOWN, Change, shown_changes
from booking.day.schemas import ScheduleChange, ScheduleChanges
from booking.orders.models import OrderRow
from booking.orders.order import Order
from booking.orders.store import orders_by_id
from booking.serialization import instant_text

FIND_NEWEST: Final = Statement(
    select(OrderRow.order_id, OrderRow.created_at)
    .where(OrderRow.provider_id == bindparam("provider_id"), OrderRow.origin != literal_column("'provider'"))
    .order_by(OrderRow.order_id.desc())
    .limit(bindparam("most"))
)


async def schedule_changes(tx: Connection, provider_id: str, now: datetime) -> ScheduleChanges:
    """The changes of the last days, the newest first, with what the provider has not seen yet."""
    placed = await FIND_NEWEST.all(tx, provider_id=provider_id, most=MOST_CHANGES)
    stepped = await store.changes_after(tx, provider_id, now - SHOWN, MOST_CHANGES)
    found = [Change(row.order_id, "booked", row.created_at) for row in placed]
    found += [Change(each.order_id, each.kind, each.changed_at, each.former_start) for each in stepped]
    changes = shown_changes(found, await store.seen_until(tx, provider_id), now)
    orders = await orders_by_id(tx, [each.order_id for each in changes])
    shown = [_shown(each, orders[each.order_id], provider_id) for each in changes if each.order_id in orders]
    return ScheduleChanges(changes=shown, as_of=shown[0].changed_at if shown else "")


async def mark_seen(tx: Transaction, account_id: str, until: datetime, now: datetime) -> None:
    """Keep that the account has seen its changes until then, and nothing that is still to come."""
    await store.keep_seen(tx, account_id, min(until, now))


def _shown(change: Change, order: Order, account_id: str) -> ScheduleChange:
    other = order.client if order.provider_id == account_id else order.provider
    first = order.sessions[0]
    return ScheduleChange(
        order_id=order.order_id,
        kind=change.kind,
        changed_at=instant_text(change.changed_at),
        is_new=change.is_new,
        name=other.name,
        services=[each.name for each in order.services],
        request_status=order.status,
        starts_at=instant_text(first.starts_at),
        ends_at=instant_text(first.ends_at),
        former_start=instant_text(change.former_start) if change.former_start else "",
    )
