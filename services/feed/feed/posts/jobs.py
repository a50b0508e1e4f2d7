"""Scheduled posts: seen from their time on whatever happens, and told of soon after."""

from datetime import datetime, timedelta
from typing import Final

from chassis.db import Transaction
from chassis.jobs import job

from feed.posts.store import announce_due

BATCH: Final = 500


@job(every=timedelta(seconds=1))
async def publish_scheduled(tx: Transaction, now: datetime) -> None:
    """Announce the posts whose time has come, also those whose time came while nothing ran."""
    while await announce_due(tx, now, BATCH) == BATCH:
        continue
