"""Scheduled posts: seen from their time on whatever happens, and told of soon after."""

from datetime import datetime, timedelta
from typing import Final

from chassis.jobs import job
from sqlalchemy.ext.asyncio import AsyncSession

from feed.posts.store import announce_due

BATCH: Final = 500


@job(every=timedelta(seconds=1))
async def publish_scheduled(session: AsyncSession, now: datetime) -> None:
    """Announce the posts whose time has come, also those whose time came while nothing ran."""
    while await announce_due(session, now, BATCH) == BATCH:
        continue
