"""The chassis's own jobs: what it remembers for a while, it forgets afterwards."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession

from chassis.idempotency import KEPT_FOR
from chassis.jobs import job
from chassis.tables import idempotency_key, inbox

INBOX_KEPT_FOR: Final = timedelta(days=14)
"""Far longer than any event can be under way; a dead letter of that age is replayed with its own id."""


@job(every=timedelta(hours=1))
async def forget_old_events(session: AsyncSession, now: datetime) -> None:
    """Drop the inbox rows of events that can no longer come a second time."""
    await session.execute(delete(inbox).where(inbox.c.received_at < now - INBOX_KEPT_FOR))


@job(every=timedelta(hours=1))
async def forget_old_answers(session: AsyncSession, now: datetime) -> None:
    """Drop the answers that an Idempotency-Key no longer asks for."""
    await session.execute(delete(idempotency_key).where(idempotency_key.c.created_at < now - KEPT_FOR))


JOBS: Final = (forget_old_events, forget_old_answers)
