"""Letting go of evidence."""

from datetime import datetime, timedelta

from chassis.jobs import job
from sqlalchemy.ext.asyncio import AsyncSession

from feed.standing.store import release


@job(every=timedelta(hours=6))
async def release_evidence(session: AsyncSession, now: datetime) -> None:
    """Pictures of reports that were decided long ago."""
    await release(session, now)
