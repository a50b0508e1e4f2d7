"""Changing the mail address of an account (product.md 1.16)."""

from datetime import datetime, timedelta
from typing import Final

from chassis.db import Connection, Transaction
from chassis.errors import LoginOver, NotFound, TooMany
from chassis.http.envelope import refuse, refuse_fields
from chassis.outbox import emit
from contracts.events.identity import AccountRenamed, MailRequested, SecurityChanged

from identity.accounts.rules import EMAIL_TAKEN
from identity.accounts.serializers import account_facts
from identity.accounts.store import Account, account_at, lock_account
from identity.limits.rules import Kind
from identity.limits.store import claim
from identity.mail_address import store
from identity.mail_address.schemas import WaitingMailChange
from identity.mail_tokens.rules import TokenPurpose, digest_of, new_secret
from identity.mail_tokens.store import revoke_tokens

LIFE: Final = timedelta(hours=24)
PAGE: Final = "confirm_mail_change"
SAME_ADDRESS: Final = "This is your address already"
LINK_IS_OVER: Final = "This link has been used or is too old. Please begin the change again."
SENT_LATELY: Final = "A mail was sent less than a minute ago. Please look for it, or ask again in a minute."


async def request_change(
    tx: Transaction, account_id: str, email: str, public_url: str, *, now: datetime
) -> None:
    """Mail a link to the present address and one to the new one (product.md 1.16).

    The present one need not confirm if it never was confirmed: nobody may read it. Raises `LoginOver` when
    the account is deleted, `Refused` beside the field for an address in use, `TooMany` when the last mails
    are too recent.
    """
    account = await lock_account(tx, account_id)
    if account is None:
        raise LoginOver
    if email == account.email:
        raise refuse_fields(iv_email=SAME_ADDRESS)
    if await account_at(tx, email):
        raise refuse(EMAIL_TAKEN, iv_email=EMAIL_TAKEN)
    for kind, subject in ((Kind.MAIL_CHANGE, account_id), (Kind.CONFIRM_MAIL, email)):
        wait = await claim(tx, kind, subject, now=now)
        if wait:
            raise TooMany(SENT_LATELY, retry_after=wait)
    old, new, expires_at = new_secret(), new_secret(), now + LIFE
    is_proven = account.verified_at is not None
    await store.begin_change(
        tx,
        account_id,
        email,
        old_digest=digest_of(old) if is_proven else None,
        new_digest=digest_of(new),
        expires_at=expires_at,
    )
    base = f"{public_url.rstrip('/')}/{PAGE}"
    if is_proven:
        await emit(tx, _mail(account, "change_from", account.email, f"{base}/{old}", expires_at))
    await emit(tx, _mail(account, "change_to", email, f"{base}/{new}", expires_at))


async def confirm_change(tx: Transaction, secret: str, *, now: datetime) -> bool:
    """Confirm one side; True when the address has changed, because the other had confirmed (product.md 1.16).

    Raises `Refused` for a link that is used or too old, and when another account has the address by now.
    """
    digest = digest_of(secret)
    account_id = await store.owner_of_secret(tx, digest, now=now)
    account = await lock_account(tx, account_id) if account_id else None
    change = await store.confirm_side(tx, digest, now=now) if account else None
    if account is None or change is None:
        raise refuse(LINK_IS_OVER, iv_token=LINK_IS_OVER)
    if not change.confirmed:
        return False
    moved = await store.move_account(tx, account.id, change.new_email, now=now)
    if moved is None:
        raise refuse(EMAIL_TAKEN, iv_token=EMAIL_TAKEN)
    await store.cancel_change(tx, account.id)
    for purpose in TokenPurpose:
        await revoke_tokens(tx, purpose, account.id)
    await emit(tx, AccountRenamed(account=account_facts(moved)))
    await emit(tx, SecurityChanged(account_id=account.id, what="mail_address", to=account.email))
    return True


async def waiting_change(tx: Connection, account_id: str, *, now: datetime) -> WaitingMailChange:
    """The account's change that waits for a side."""
    change = await store.change_of(tx, account_id, now=now)
    if change is None:
        return WaitingMailChange(email="", old_confirmed=False, new_confirmed=False)
    return WaitingMailChange(
        email=change.new_email,
        old_confirmed=change.old_digest is None,
        new_confirmed=change.new_digest is None,
    )


async def cancel_change(tx: Transaction, account_id: str) -> None:
    """Forget the change; its links hold no longer. Raises `NotFound` without one."""
    if not await store.cancel_change(tx, account_id):
        raise NotFound


def _mail(account: Account, kind: str, to: str, link: str, expires_at: datetime) -> MailRequested:
    """A mail to one side. The new address is not proven: its mail carries nothing that somebody wrote."""
    return MailRequested.model_validate(
        {
            "kind": kind,
            "to": to,
            "name": account.name if kind == "change_from" else "",
            "account_id": account.id,
            "link": link,
            "language": account.language,
            "expires_at": expires_at,
        }
    )
