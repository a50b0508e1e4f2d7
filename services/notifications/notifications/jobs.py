"""Scheduled jobs: they remove old mails, and mail the news that nobody has seen in the app."""

from datetime import datetime, timedelta
from typing import Final

from chassis.db import Transaction
from chassis.ids import floor_id
from chassis.jobs import Job, job
from chassis.retention import Retention, prune

from notifications.guest_data.models import GRANTS
from notifications.mail import failed_mails, news
from notifications.mail.models import MailboxEntryRow, MailRow
from notifications.projections.former_mail_tokens import digest_former_tokens
from notifications.push_queue.former import take_over_former_devices

OLD_IN_MAILBOX: Final = (
    Retention(MailboxEntryRow, MailboxEntryRow.id, keeps=timedelta(days=30), bound=floor_id),
)


@job(every=timedelta(hours=6), prunes=OLD_IN_MAILBOX)
async def empty_mailbox(tx: Transaction, now: datetime) -> bool:
    """Delete old mails from the mailbox."""
    return await prune(tx, OLD_IN_MAILBOX, now)


@job(every=timedelta(hours=1))
async def forget_failed_mails(tx: Transaction, now: datetime) -> None:
    """Blank the texts and addresses of mails that were given up long ago."""
    await failed_mails.forget_failed_mails(tx, now)


@job(every=timedelta(minutes=10))
async def seal_devices(tx: Transaction, now: datetime) -> None:
    """Seal devices that the version before has registered (product.md 5.4)."""
    del now
    await take_over_former_devices(tx)


@job(every=timedelta(minutes=10))
async def digest_mail_tokens(tx: Transaction, now: datetime) -> None:
    """Keep only digests of the secrets in links that the version before has mailed (product.md 5.7)."""
    del now
    await digest_former_tokens(tx)


def forget_mails(retention: timedelta) -> Job:
    """The job that deletes the record of mails, `retention` after each (product.md 4.6, 5.3), and what guests
    were mailed to open their data with.
    """
    old = (Retention(MailRow, MailRow.id, keeps=retention, bound=floor_id), GRANTS.expired)

    @job(every=timedelta(hours=1), prunes=old)
    async def forget_old_mails(tx: Transaction, now: datetime) -> bool:
        return await prune(tx, old, now)

    return forget_old_mails


def news_mails(public_url: str) -> list[Job]:
    """The jobs that mail unread messages and additions to circles. Links in the mails start with the URL."""

    @job(every=timedelta(minutes=1))
    async def mail_unread_messages(tx: Transaction, now: datetime) -> None:
        await news.mail_unread_messages(tx, now, public_url)

    @job(every=timedelta(minutes=1))
    async def mail_circle_additions(tx: Transaction, now: datetime) -> None:
        await news.mail_circle_additions(tx, now, public_url)

    return [mail_unread_messages, mail_circle_additions]
