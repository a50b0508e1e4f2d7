"""Changing and resetting passwords (product.md 1.6)."""

from datetime import datetime
from typing import Final

from chassis.db import Database, Transaction
from chassis.http.envelope import refuse, refuse_fields
from chassis.outbox import emit
from contracts.events.identity import SecurityChanged

from identity.accounts.store import change_password_hash, lock_with_password
from identity.guessing.source import Source
from identity.guessing.store import forget_sources, forgive_all, remember_source
from identity.logins.dependencies import LoginCaller
from identity.logins.store import end_logins_of
from identity.mail_tokens.rules import TokenPurpose
from identity.mail_tokens.store import account_of_token, consume_token, revoke_tokens
from identity.passkeys.challenges import drop_challenges
from identity.passwords.hashing import Passwords
from identity.passwords.password_verification import PASSWORD_CHANGED, reauthenticate
from identity.passwords.rules import SAME, weakness
from identity.passwords.schemas import ChangePasswordRequest, ResetPasswordRequest

LINK_IS_OVER: Final = "This link has been used or is too old. Please ask for a new one."


async def set_by_link(
    database: Database,
    tx: Transaction,
    passwords: Passwords,
    request: ResetPasswordRequest,
    source: Source,
    *,
    now: datetime,
) -> None:
    """Set a new password by a mailed link, once (product.md 1.6).

    Every login and every other reset link of the account ends. Whatever strangers tried on the address is
    forgotten, and of all devices and networks this one alone is known from now on (product.md 1.2).

    Raises `Refused` for a link that is used or too old, and for a weak password.
    """
    async with database.reading() as connection:
        account = await account_of_token(connection, TokenPurpose.RESET, request.iv_token, now=now)
    if account is None:
        raise refuse(LINK_IS_OVER, iv_token=LINK_IS_OVER)
    weak = weakness(request.iv_password, about=(account.name, account.email))
    if weak:
        raise refuse_fields(iv_password=weak)
    fresh = await passwords.hash(request.iv_password)
    held = await lock_with_password(tx, account.id, account.password_hash)
    if held is None or not await consume_token(tx, TokenPurpose.RESET, request.iv_token, now=now):
        raise refuse(LINK_IS_OVER, iv_token=LINK_IS_OVER)
    await change_password_hash(tx, account.id, fresh)
    await revoke_tokens(tx, TokenPurpose.RESET, account.id)
    await end_logins_of(tx, account.id)
    await forgive_all(tx, account.email)
    await forget_sources(tx, account.id)
    await remember_source(tx, account.id, source, cookie=True, now=now)
    await _changed(tx, account.id)


async def change_own_password(
    database: Database,
    tx: Transaction,
    passwords: Passwords,
    caller: LoginCaller,
    request: ChangePasswordRequest,
    source: Source,
    *,
    now: datetime,
) -> None:
    """Change the password; every other login of the account, and every reset link, ends (product.md 1.6).

    Raises `Refused` for a wrong, an unchanged or a weak password, and when it was changed meanwhile.
    """
    account = await reauthenticate(
        database,
        passwords,
        caller.account_id,
        request.iv_current_password,
        field="iv_current_password",
        now=now,
    )
    if request.iv_new_password == request.iv_current_password:
        raise refuse_fields(iv_new_password=SAME)
    weak = weakness(request.iv_new_password, about=(account.name, account.email))
    if weak:
        raise refuse_fields(iv_new_password=weak)
    fresh = await passwords.hash(request.iv_new_password)
    if await lock_with_password(tx, account.id, account.password_hash) is None:
        raise refuse(PASSWORD_CHANGED, iv_current_password=PASSWORD_CHANGED)
    await change_password_hash(tx, account.id, fresh)
    await revoke_tokens(tx, TokenPurpose.RESET, account.id)
    await end_logins_of(tx, account.id, but=caller.login.login_id)
    await forget_sources(tx, account.id)
    await remember_source(tx, account.id, source, cookie=bool(source.devices), now=now)
    await _changed(tx, account.id)


async def _changed(tx: Transaction, account_id: str) -> None:
    """Sign-ins that wait for a second factor knew the former password. The owner is told."""
    await drop_challenges(tx, account_id)
    await emit(tx, SecurityChanged(account_id=account_id, what="password"))
