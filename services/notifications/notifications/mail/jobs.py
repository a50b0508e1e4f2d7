"""Housekeeping of mails."""

from datetime import datetime, timedelta
from typing import Final

from chassis.db import Transaction
from chassis.jobs import job

from notifications.mail import failed_mails
from notifications.mail.store import empty_old_mailbox

KEPT_IN_MAILBOX: Final = timedelta(days=30)


@job(every=timedelta(hours=6))
async def empty_mailbox(tx: Transaction, now: datetime) -> None:
    """Old mails leave the mailbox of the embedded set."""
    await empty_old_mailbox(tx, now, KEPT_IN_MAILBOX)


@job(every=timedelta(hours=1))
async def forget_failed_mails(tx: Transaction, now: datetime) -> None:
    """Mails that were given up lose their words and address in the end."""
    await failed_mails.forget_failed_mails(tx, now)
