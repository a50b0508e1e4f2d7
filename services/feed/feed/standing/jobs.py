"""Letting go of evidence."""

from datetime import datetime, timedelta

from chassis.db import Transaction
from chassis.jobs import job

from feed.standing.store import release


@job(every=timedelta(hours=6))
async def release_evidence(tx: Transaction, now: datetime) -> None:
    """Pictures of reports that were decided long ago."""
    await release(tx, now)
