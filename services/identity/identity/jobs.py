"""Jobs: delete expired rows, give providers usernames, and mail links after 'forgot password'."""

from datetime import datetime, timedelta
from typing import Final

from chassis.db import Transaction
from chassis.jobs import Job, job
from chassis.retention import Retention, prune

from identity.accounts.store import FREE_USERNAMES, account_at
from identity.confirmation import store as confirmation_store
from identity.export.rules import GIVEN_UP_AFTER
from identity.export.store import give_up_exports
from identity.guessing import store as guessing_store
from identity.limits.rules import Kind
from identity.limits.store import OLD_ATTEMPTS, claim
from identity.logins import store as logins_store
from identity.mail_address import store as mail_address_store
from identity.mail_tokens import store as mail_tokens_store
from identity.mail_tokens.rules import TokenPurpose
from identity.mail_tokens.store import RESET_QUEUE, send_token, take_reset_requests
from identity.own_account.service import give_username
from identity.passkeys import challenges
from identity.projections.store import providers_without_username

EXPIRED: Final[tuple[Retention, ...]] = (
    *logins_store.EXPIRED,
    mail_tokens_store.EXPIRED,
    confirmation_store.EXPIRED,
    challenges.EXPIRED,
    mail_address_store.EXPIRED,
    OLD_ATTEMPTS,
    *guessing_store.OLD,
    FREE_USERNAMES,
)
RESETS_AT_ONCE: Final = 100
USERNAMES_AT_ONCE: Final = 500


@job(every=timedelta(minutes=10), prunes=EXPIRED)
async def delete_expired(tx: Transaction, now: datetime) -> bool:
    """Delete what has expired: logins, what was mailed, challenges, tries, reserved usernames."""
    return await prune(tx, EXPIRED, now)


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
