"""Changes the username of an account and deletes the account (product.md 1.7 and 1.10)."""

from datetime import datetime, timedelta

from chassis.db import Database, Transaction
from chassis.errors import StepUpDue
from chassis.http.callers import shown_lately
from chassis.http.envelope import refuse, refuse_fields
from chassis.outbox import emit
from contracts.events.identity import AccountDeleted, AccountRenamed

from identity.accounts.rules import (
    RENAMED_OFTEN,
    USERNAME_RESERVED,
    USERNAME_TAKEN,
    is_reserved,
    username_candidates,
)
from identity.accounts.serializers import account_facts
from identity.accounts.store import (
    Account,
    erase_account,
    lock_account,
    lock_with_password,
    remember_deleted,
    reserve_username,
    take_username,
)
from identity.limits.rules import Kind
from identity.limits.store import claim
from identity.logins.dependencies import LoginCaller
from identity.logins.store import end_logins_of
from identity.passwords.hashing import Passwords
from identity.passwords.password_verification import PASSWORD_CHANGED, reauthenticate
from identity.second_factor.store import factors_of


async def change_username(
    tx: Transaction, account_id: str, username: str, *, reserved: timedelta, now: datetime
) -> Account:
    """Take a username: unique without regard to case, and none of the reserved words.

    The former one is `reserved` for a while, so that nobody else stands at the address that others know; who
    had it may take it again. Raises `Refused` with a message for the field.
    """
    if is_reserved(username):
        raise refuse_fields(iv_username=USERNAME_RESERVED)
    held = await lock_account(tx, account_id)
    account = await take_username(tx, account_id, username)
    if account is None:
        raise refuse_fields(iv_username=USERNAME_TAKEN)
    if held is not None and held.username is not None and held.username.lower() != username.lower():
        if await claim(tx, Kind.USERNAME_CHANGE, account_id, now=now):
            raise refuse_fields(iv_username=RENAMED_OFTEN)
        await reserve_username(tx, held.username, owner=account_id, until=now + reserved)
    await emit(tx, AccountRenamed(account=account_facts(account)))
    return account


async def give_username(tx: Transaction, account_id: str) -> None:
    """Give an account without a username a free one made from its name (product.md 1.7)."""
    held = await lock_account(tx, account_id)
    if held is None or held.username is not None:
        return
    for username in username_candidates(held.name, held.id):
        account = await take_username(tx, held.id, username)
        if account is not None:
            await emit(tx, AccountRenamed(account=account_facts(account)))
            return


async def close_account(
    database: Database,
    tx: Transaction,
    passwords: Passwords,
    caller: LoginCaller,
    password: str,
    *,
    reserved: timedelta,
    now: datetime,
) -> None:
    """Erase the account here and, by its event, in every service (product.md 1.10).

    Its address is free again at once. Its username is `reserved` for a while, so that nobody stands at the
    addresses that others know.

    Raises `Refused` for a wrong password, and when the password was changed meanwhile; `StepUpDue` for an
    account with a second factor whose owner has not shown lately who they are (product.md 1.13).
    """
    if not shown_lately(caller.authenticated_at, now=now):
        async with database.reading() as connection:
            if (await factors_of(connection, caller.account_id)).any:
                raise StepUpDue
    account = await reauthenticate(
        database, passwords, caller.account_id, password, field="iv_password", now=now
    )
    if await lock_with_password(tx, account.id, account.password_hash) is None:
        raise refuse(PASSWORD_CHANGED, iv_password=PASSWORD_CHANGED)
    await erase_everywhere(tx, account, reserved=reserved, now=now)


async def erase_everywhere(
    tx: Transaction, account: Account, *, reserved: timedelta, now: datetime
) -> AccountDeleted:
    """Erase an account that the transaction has locked, end its logins, and tell every service by the event.

    For its owner's own call, and for operators who do it for them. Returns the event.
    """
    await end_logins_of(tx, account.id)
    await erase_account(tx, account.id, now=now)
    if account.username is not None:
        await reserve_username(tx, account.username, owner=None, until=now + reserved)
    deleted = AccountDeleted(account_id=account.id)
    await emit(tx, deleted)
    return deleted


async def erase_again(tx: Transaction, account_id: str, *, reserved: timedelta, erased_at: datetime) -> bool:
    """Erase an account that was erased after the backup that the database comes from; whether it was there.

    An account that the backup does not know is remembered as deleted: the other services are told too.
    """
    account = await lock_account(tx, account_id)
    if account is not None:
        await erase_everywhere(tx, account, reserved=reserved, now=erased_at)
        return True
    if await remember_deleted(tx, account_id, now=erased_at):
        await emit(tx, AccountDeleted(account_id=account_id))
    return False
