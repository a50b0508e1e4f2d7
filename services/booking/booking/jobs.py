"""Requests that nobody answered in time (api.md 4)."""

from datetime import datetime, timedelta
from typing import Final

from chassis.db import Transaction
from chassis.jobs import Job, job

from booking.orders.guest_links import GuestLinks
from booking.orders.service import cancel_by_system
from booking.orders.store import order_by_id, stale_requests
from booking.projections.store import forget_guests

MOST_AT_ONCE: Final = 100
TOO_LATE: Final = "The provider did not answer before the start time, so this request was cancelled."


def stale_requests_job(links: GuestLinks) -> Job:
    """The job that cancels pending requests whose start has passed, and tells both sides."""

    @job(every=timedelta(seconds=10))
    async def cancel_stale_requests(tx: Transaction, now: datetime) -> None:
        for order_id in await stale_requests(tx, now, MOST_AT_ONCE):
            order = await order_by_id(tx, order_id)
            if order is not None:
                await cancel_by_system(tx, order, TOO_LATE, links, now)

    return cancel_stale_requests


@job(every=timedelta(hours=1))
async def forget_old_guests(tx: Transaction, now: datetime) -> None:
    """Drop guests whose codes expired long ago; their orders keep their names."""
    await forget_guests(tx, now)
