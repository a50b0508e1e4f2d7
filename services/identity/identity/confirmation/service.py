"""Confirming the mail address of an account (product.md 1.5)."""

from datetime import datetime
from typing import Final

from chassis.db import Transaction
from chassis.errors import LoginOver, RuleViolation, TooMany
from chassis.http.envelope import refuse
from chassis.outbox import emit
from contracts.events.identity import AccountConfirmed

from identity.accounts.serializers import account_facts
from identity.accounts.store import Account, account_of, confirm
from identity.confirmation.mail import mail_confirmation
from identity.confirmation.rules import WRONG_CODE, check_code
from identity.confirmation.store import count_try, forget_code, lock_code
from identity.mail_tokens.rules import TokenPurpose
from identity.mail_tokens.store import account_of_token
from identity.session_data.rules import shared_session
from identity.session_data.store import known_account

SENT_LATELY: Final = "A mail was sent less than a minute ago. Please look for it, or ask again in a minute."
LINK_IS_OVER: Final = "This link is too old or not complete. Sign in and ask for a new one."
CONFIRMED_ALREADY: Final = "Your email is confirmed already."


async def confirm_by_link(tx: Transaction, secret: str, *, now: datetime) -> Account:
    """Confirm the address that the link was mailed to (product.md 1.5). A second click changes nothing.

    Raises `Refused` for a link that is too old or unknown.
    """
    account = await account_of_token(tx, TokenPurpose.CONFIRM, secret, now=now)
    if account is None:
        raise refuse(LINK_IS_OVER, iv_token=LINK_IS_OVER)
    await _confirm(tx, account.id, now=now)
    return account


class WrongCode(Exception):
    """The code is not right. The try was counted: the transaction must be committed."""


async def confirm_by_code(tx: Transaction, account_id: str, typed: str, *, now: datetime) -> None:
    """Confirm the account's address with the code that was mailed to it (product.md 1.5).

    An address that is confirmed already needs no code. Raises `WrongCode`, `LoginOver` when the account is
    deleted.
    """
    account = await account_of(tx, account_id)
    if account is None:
        raise LoginOver
    if account.verified_at:
        return
    mailed = await lock_code(tx, account_id)
    try:
        check_code(mailed, account_id, typed, now=now)
    except RuleViolation as violation:
        if violation.message == WRONG_CODE:
            await count_try(tx, account_id)
        raise WrongCode(violation.message) from violation
    await _confirm(tx, account_id, now=now)


async def _confirm(tx: Transaction, account_id: str, *, now: datetime) -> None:
    confirmed = await confirm(tx, account_id, now=now)
    if confirmed:
        await forget_code(tx, account_id)
        known = await known_account(tx, account_id)
        shared = shared_session(known) if known else {}
        await emit(tx, AccountConfirmed(account=account_facts(confirmed), session_data=shared))


async def resend_confirmation(tx: Transaction, account_id: str, public_url: str, *, now: datetime) -> None:
    """Mail the confirmation once more, at most one a minute (product.md 1.5).

    Raises `LoginOver` when the account is deleted, `Refused` when it is confirmed, `TooMany` when the last
    mail is too recent.
    """
    account = await account_of(tx, account_id)
    if account is None:
        raise LoginOver
    if account.verified_at:
        raise refuse(CONFIRMED_ALREADY)
    wait = await mail_confirmation(tx, account, public_url, now=now)
    if wait:
        raise TooMany(SENT_LATELY, retry_after=wait)
