"""Housekeeping of mails."""

from datetime import datetime, timedelta
from typing import Final

from chassis.jobs import job
from sqlalchemy.ext.asyncio import AsyncSession

from notifications.mail import failures
from notifications.mail.store import empty_old_mailbox

KEPT_IN_MAILBOX: Final = timedelta(days=30)


@job(every=timedelta(hours=6))
async def empty_mailbox(session: AsyncSession, now: datetime) -> None:
    """Old mails leave the mailbox of the embedded set."""
    await empty_old_mailbox(session, now, KEPT_IN_MAILBOX)


@job(every=timedelta(hours=1))
async def forget_failed_mails(session: AsyncSession, now: datetime) -> None:
    """Mails that were given up lose their words and address in the end."""
    await failures.forget_failed_mails(session, now)
