"""What is forgotten about guests by the clock."""

from datetime import datetime, timedelta

from chassis.db import Transaction
from chassis.jobs import Job, job
from chassis.retention import Retention, prune

from profiles.guest_data.models import GRANTS
from profiles.support_requests.models import UserRequestRow
from profiles.support_requests.store import OF_GUESTS


def forget_guests(retention: timedelta) -> Job:
    """The job that deletes what guests asked the staff, `retention` after the answer (product.md 4.6)."""

    answered = Retention(UserRequestRow, UserRequestRow.answered_at, keeps=retention, only=(OF_GUESTS,))
    old = (answered, GRANTS.expired)

    @job(every=timedelta(hours=1), prunes=old)
    async def forget_requests_of_guests(tx: Transaction, now: datetime) -> bool:
        return await prune(tx, old, now)

    return forget_requests_of_guests
