"""Dropping what time has made worthless."""

from datetime import datetime, timedelta

from chassis.db import Transaction
from chassis.jobs import job

from identity.limits.store import forget_old_attempts
from identity.links.store import forget_old_links
from identity.logins.store import forget_old_logins


@job(every=timedelta(minutes=10))
async def sweep(tx: Transaction, now: datetime) -> None:
    """Drop expired logins and links, and attempts no limit looks back to."""
    await forget_old_logins(tx, now=now)
    await forget_old_links(tx, now=now)
    await forget_old_attempts(tx, now=now)
