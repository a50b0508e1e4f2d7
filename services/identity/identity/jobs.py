"""Jobs: delete expired rows, give providers usernames, and mail links after 'forgot password'."""

from datetime import datetime, timedelta
from typing import Final

from chassis.db import Transaction
from chassis.jobs import Job, job

from identity.accounts.store import account_at, release_usernames
from identity.confirmation.store import delete_expired_codes
from identity.export.rules import GIVEN_UP_AFTER
from identity.export.store import give_up_exports
from identity.guessing.store import delete_old
from identity.limits.rules import Kind
from identity.limits.store import claim, delete_old_attempts
from identity.logins.store import delete_expired_logins
from identity.mail_address.store import delete_expired_changes
from identity.mail_tokens.rules import TokenPurpose
from identity.mail_tokens.store import (
    RESET_QUEUE,
    delete_expired_tokens,
    send_token,
    take_reset_requests,
)
from identity.own_account.service import give_username
from identity.passkeys.challenges import delete_expired_challenges
from identity.projections.store import providers_without_username

RESETS_AT_ONCE: Final = 100
USERNAMES_AT_ONCE: Final = 500


@job(every=timedelta(minutes=10))
async def delete_expired(tx: Transaction, now: datetime) -> None:
    """Delete what has expired: logins, what was mailed, challenges, tries, reserved usernames."""
    await delete_expired_logins(tx, now=now)
    await delete_expired_tokens(tx, now=now)
    await delete_expired_codes(tx, now=now)
    await delete_expired_challenges(tx, now=now)
    await delete_expired_changes(tx, now=now)
    await delete_old_attempts(tx, now=now)
    await delete_old(tx, now=now)
    await release_usernames(tx, now=now)


@job(every=timedelta(minutes=10))
async def give_usernames(tx: Transaction, now: datetime) -> None:
    """Give a username to every provider who has none, so that every page has an address (product.md 1.7)."""
    for account_id in await providers_without_username(tx, limit=USERNAMES_AT_ONCE):
        await give_username(tx, account_id)


@job(every=timedelta(minutes=10))
async def give_up_late_exports(tx: Transaction, now: datetime) -> None:
    """Give up exports that still lack a part after a day: their owners start again (product.md 1.10)."""
    await give_up_exports(tx, before=now - GIVEN_UP_AFTER, now=now)


def reset_mails(public_url: str) -> Job:
    """The job that turns reset requests into mails: for addresses with an account, and not too often."""

    @job(every=timedelta(seconds=30), queue=RESET_QUEUE)
    async def mail_reset_links(tx: Transaction, now: datetime) -> None:
        for email in await take_reset_requests(tx, limit=RESETS_AT_ONCE):
            account = await account_at(tx, email)
            if account and await claim(tx, Kind.RESET_MAIL, email, now=now) == 0:
                await send_token(tx, TokenPurpose.RESET, account, public_url, now=now)

    return mail_reset_links
