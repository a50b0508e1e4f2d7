"""What runs by the clock for the archive."""

from datetime import datetime, timedelta

from chassis.db import Transaction
from chassis.jobs import job

from profiles.report_archive import store


@job(every=timedelta(hours=12))
async def remove_expired_reports(tx: Transaction, now: datetime) -> None:
    """Remove archived reports whose time is over (product.md 1.10)."""
    await store.remove_expired(tx)
