"""What is forgotten about guests by the clock."""

from datetime import datetime, timedelta

from chassis.db import Transaction
from chassis.jobs import Job, job

from profiles.guest_data.models import GRANTS
from profiles.support_requests.store import forget_answered_guests


def forget_guests(retention: timedelta) -> Job:
    """The job that deletes what guests asked the staff, `retention` after the answer (product.md 4.6)."""

    @job(every=timedelta(hours=1))
    async def forget_requests_of_guests(tx: Transaction, now: datetime) -> None:
        await forget_answered_guests(tx, now - retention)
        await GRANTS.forget_expired(tx, now)

    return forget_requests_of_guests
