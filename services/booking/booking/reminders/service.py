"""Telling both sides of an accepted session that it is near (api.md 6)."""

from datetime import datetime, timedelta
from typing import Final

from chassis.db import Transaction
from chassis.jobs import Job, job
from chassis.outbox import emit
from contracts.events.booking import ReminderDue, SessionFacts

from booking.orders.guest_links import GuestLinks
from booking.orders.order import Order
from booking.orders.serializers import facts_of
from booking.orders.store import order_by_id
from booking.reminders.store import AHEAD, DueReminder, take_due

MOST_AT_ONCE: Final = 100


def reminders_job(links: GuestLinks) -> Job:
    """The job that tells of sessions a day and an hour ahead; each is told once, whoever runs it."""

    @job(every=timedelta(seconds=20))
    async def remind(tx: Transaction, now: datetime) -> None:
        for due in await take_due(tx, now, MOST_AT_ONCE):
            order = await order_by_id(tx, due.order_id)
            if order is not None and due.starts_at > now:
                await emit(tx, _reminder(order, due, links, now))

    return remind


def _reminder(order: Order, due: DueReminder, links: GuestLinks, now: datetime) -> ReminderDue:
    """The reminder; how far ahead it speaks of is the nearest one that has come."""
    _, hour = AHEAD
    near = due.starts_at - now <= hour
    near_session = next(each for each in order.sessions if each.starts_at == due.starts_at)
    return ReminderDue(
        order=facts_of(order, links.link(order)),
        session=SessionFacts(
            slot_id=near_session.slot_id, starts_at=near_session.starts_at, ends_at=near_session.ends_at
        ),
        hours_ahead=1 if near else 24,
        occurred_at=now,
    )
