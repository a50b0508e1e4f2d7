"""Scheduled jobs: they remove old mails."""

from datetime import datetime, timedelta
from typing import Final

from chassis.db import Transaction
from chassis.jobs import job

from notifications.mail import failed_mails, store

KEPT_IN_MAILBOX: Final = timedelta(days=30)


@job(every=timedelta(hours=6))
async def empty_mailbox(tx: Transaction, now: datetime) -> None:
    """Delete old mails from the mailbox."""
    await store.empty_old_mailbox(tx, now, KEPT_IN_MAILBOX)


@job(every=timedelta(hours=1))
async def forget_failed_mails(tx: Transaction, now: datetime) -> None:
    """Blank the texts and addresses of mails that were given up long ago."""
    await failed_mails.forget_failed_mails(tx, now)
