"""Reminds both sides of an accepted session, and asks its client afterwards (product.md 4.15)."""

from datetime import datetime
from typing import Final

from chassis.db import Transaction
from chassis.outbox import emit
from contracts.events.booking_reminders import FollowUpDue, ReminderDue

from booking.orders.order import Order
from booking.orders.serializers import order_facts, session_facts
from booking.orders.store import order_by_id
from booking.projections.store import are_blocked, is_suspended
from booking.reminders.follow_up_store import take_due_follow_ups
from booking.reminders.plan_store import plan_of, reminders_from
from booking.reminders.rules import ReminderPlan, hours_ahead, is_followed_up, reminder_at
from booking.reminders.store import DueReminder, take_due

MOST_AT_ONCE: Final = 100


async def announce_due_reminders(tx: Transaction, now: datetime) -> None:
    """Announce the reminders that are due; each is announced once."""
    for due in await take_due(tx, now, MOST_AT_ONCE):
        order = await order_by_id(tx, due.order_id) if due.starts_at > now else None
        reminder = order and _reminder(order, due, now)
        if reminder:
            await emit(tx, reminder)


def _reminder(order: Order, due: DueReminder, now: datetime) -> ReminderDue | None:
    """The reminder; None where the provider no longer wants one at that time."""
    minutes = round((due.starts_at - due.due_at).total_seconds() / 60)
    wanted = reminder_at(ReminderPlan(reminders_from(due.reminders)), minutes)
    if wanted is None:
        return None
    index = next(number for number, each in enumerate(order.sessions) if each.starts_at == due.starts_at)
    return ReminderDue(
        order=order_facts(order),
        session=session_facts(order, index),
        hours_ahead=hours_ahead(due.starts_at, now),
        minutes_ahead=minutes,
        by_mail=wanted.by_mail,
        by_push=wanted.by_push,
        occurred_at=now,
    )


async def announce_due_follow_ups(tx: Transaction, now: datetime) -> bool:
    """Announce the follow-ups that are due, each once; returns whether more of them wait."""
    order_ids = await take_due_follow_ups(tx, now, MOST_AT_ONCE)
    for order_id in order_ids:
        order = await order_by_id(tx, order_id)
        if order is not None and is_followed_up(order, now) and await _is_wanted(tx, order):
            await emit(tx, FollowUpDue(order=order_facts(order), occurred_at=now))
    return len(order_ids) == MOST_AT_ONCE


async def _is_wanted(tx: Transaction, order: Order) -> bool:
    """Whether the provider still wants follow-ups and can be booked again by this client."""
    plan = await plan_of(tx, order.provider_id)
    if plan.follow_up_hours is None or await is_suspended(tx, order.provider_id):
        return False
    client_id = order.client.account_id
    return not (client_id and await are_blocked(tx, client_id, order.provider_id))
