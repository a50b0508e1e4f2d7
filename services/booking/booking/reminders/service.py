"""Reminds both sides of an accepted session (product.md 4.15)."""

from datetime import datetime
from typing import Final

from chassis.db import Transaction
from chassis.outbox import emit
from contracts.events.booking import ReminderDue

from booking.orders.order import Order
from booking.orders.rules import REMINDED_AHEAD
from booking.orders.serializers import order_facts, session_facts
from booking.orders.store import order_by_id
from booking.reminders.store import DueReminder, take_due

MOST_AT_ONCE: Final = 100


async def announce_due_reminders(tx: Transaction, now: datetime) -> None:
    """Announce the reminders that are due; each is announced once."""
    for due in await take_due(tx, now, MOST_AT_ONCE):
        order = await order_by_id(tx, due.order_id)
        if order is not None and due.starts_at > now:
            await emit(tx, _reminder(order, due, now))


def _reminder(order: Order, due: DueReminder, now: datetime) -> ReminderDue:
    """The reminder. A late one says an hour when no more than an hour is left."""
    _, hour = REMINDED_AHEAD
    index = next(number for number, each in enumerate(order.sessions) if each.starts_at == due.starts_at)
    return ReminderDue(
        order=order_facts(order),
        session=session_facts(order, index),
        hours_ahead=1 if due.starts_at - now <= hour else 24,
        occurred_at=now,
    )
