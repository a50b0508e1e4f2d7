"""Mailing the links that 'forgot password' promised."""

from datetime import datetime, timedelta

from chassis.db import Transaction
from chassis.jobs import Job, job

from identity.accounts.store import account_at
from identity.limits.rules import Kind
from identity.limits.store import claim
from identity.links.rules import Purpose
from identity.links.store import mail_link, take_reset_wishes

AT_ONCE = 100


def reset_mails(public_url: str) -> Job:
    """The job that turns wishes into mails: for addresses that have an account, and not too often for any."""

    @job(every=timedelta(seconds=1))
    async def mail_reset_links(tx: Transaction, now: datetime) -> None:
        for email in await take_reset_wishes(tx, most=AT_ONCE):
            account = await account_at(tx, email)
            if account and await claim(tx, Kind.RESET_MAIL, email, now=now) == 0:
                await mail_link(tx, Purpose.RESET, account, public_url, now=now)

    return mail_reset_links
