"""Makes search listings anew that an older edition of the statement made."""

from datetime import datetime, timedelta

from chassis.db import Transaction
from chassis.jobs import job

from profiles.listings.store import refill_listings


@job(every=timedelta(hours=1))
async def refill_older_listings(tx: Transaction, now: datetime) -> bool:
    """Make some listings of an older edition anew; returns whether more may wait."""
    del now
    return await refill_listings(tx)
