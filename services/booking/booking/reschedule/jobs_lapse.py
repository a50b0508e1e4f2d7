"""Proposed times that nobody answered before it was too late."""

from datetime import datetime, timedelta
from typing import Final

from chassis.db import Transaction
from chassis.jobs import Job, job

from booking.orders.guest_links import GuestLinks
from booking.orders.store import order_by_id
from booking.reschedule.service import lapse
from booking.reschedule.store import lapsed

MOST_AT_ONCE: Final = 100


def lapsed_proposals_job(links: GuestLinks) -> Job:
    """The job that drops proposals once their own start, or the agreed one, has passed."""

    @job(every=timedelta(seconds=10))
    async def drop_lapsed_proposals(tx: Transaction, now: datetime) -> None:
        for order_id in await lapsed(tx, now, MOST_AT_ONCE):
            order = await order_by_id(tx, order_id, locked=True)
            if order is not None:
                await lapse(tx, order, links, now)

    return drop_lapsed_proposals
