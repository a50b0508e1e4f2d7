"""Housekeeping of the mailbox."""

from datetime import datetime, timedelta
from typing import Final

from chassis.jobs import job
from sqlalchemy.ext.asyncio import AsyncSession

from notifications.mail.store import empty_old_mailbox

KEPT_IN_MAILBOX: Final = timedelta(days=30)


@job(every=timedelta(hours=6))
async def empty_mailbox(session: AsyncSession, now: datetime) -> None:
    """Old mails leave the mailbox of the embedded set."""
    await empty_old_mailbox(session, now, KEPT_IN_MAILBOX)
