"""Verifying passwords so that a guesser learns nothing but 'no' (product.md 1.2)."""

from dataclasses import dataclass
from datetime import datetime

import structlog
from chassis.db import Database, Transaction
from chassis.errors import LoginOver, TooMany
from chassis.http.envelope import refuse

from identity.accounts.store import Account, account_at, account_of, change_password_hash, lock_with_password
from identity.guessing.source import Source
from identity.guessing.store import CountedTry, count_own_try, count_try, forgive
from identity.passwords.hashing import Passwords

WRONG_PAIR = "The email or the password is not correct"
WRONG_PASSWORD = "The password is not correct"  # noqa: S105 - a message
SUSPENDED = "This account is suspended. If you think that this is a mistake, write to us."
PASSWORD_CHANGED = "Your password was changed meanwhile. Please sign in again."  # noqa: S105 - a message
TOO_MANY = "Too many wrong passwords. Please wait a few minutes, or reset your password."
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class VerifiedPassword:
    """The account whose password was given, the hash it fits, and a fresh hash when that one is outdated."""

    account_id: str
    stored: str
    fresh: str | None
    counted: CountedTry
    """What is taken back when the sign-in succeeds."""


async def verify_password(
    database: Database, passwords: Passwords, email: str, password: str, source: Source, *, now: datetime
) -> VerifiedPassword:
    """Verify that `password` is that of the account on `email` (product.md 1.2).

    It is counted as a wrong one before it is looked at, in a transaction of its own, so that parallel tries
    do not pass together. An unknown address costs the same queries and one verification at the same cost as
    a wrong password, and is refused and counted in the same way. No connection is held while the password is
    verified.
    """
    async with database.writing() as tx:
        counted = await count_try(tx, email, source, now=now)
        account = await account_at(tx, email)
    known = account.id if account else ""
    if counted.wait:
        log.warning("password not looked at", account_id=known, wait=counted.wait)
        raise TooMany(TOO_MANY, retry_after=counted.wait)
    stored = account.password_hash if account else passwords.of_nobody
    fits = await passwords.fits(password, stored)
    if account is None or not fits:
        log.info("password refused", account_id=known)
        raise refuse(WRONG_PAIR, iv_password=WRONG_PAIR)
    fresh = await passwords.hash(password) if passwords.is_outdated(stored) else None
    return VerifiedPassword(account.id, stored, fresh, counted)


async def lock_verified(tx: Transaction, verified: VerifiedPassword) -> Account:
    """The verified account, locked (product.md 1.2). Refused when it was deleted or got another password.

    Only a caller who knows the password learns that the account is suspended.
    """
    account = await lock_with_password(tx, verified.account_id, verified.stored)
    if account is None:
        raise refuse(WRONG_PAIR, iv_password=WRONG_PAIR)
    if account.suspended:
        raise refuse(SUSPENDED)
    if verified.fresh:
        await change_password_hash(tx, account.id, verified.fresh)
    await forgive(tx, verified.counted)
    return account


async def reauthenticate(
    database: Database, passwords: Passwords, account_id: str, password: str, *, field: str, now: datetime
) -> Account:
    """The signed-in account, as it was read, when `password` is correct; otherwise a refusal for `field`.

    It counts on the account alone, where only those who are signed in to it can hold anybody up. Raises
    `LoginOver` when the account is deleted. The caller must then lock the row with the verified hash
    (`lock_with_password`).
    """
    async with database.writing() as tx:
        account = await account_of(tx, account_id)
        if account is None:
            raise LoginOver
        counted = await count_own_try(tx, account_id, now=now)
    if counted.wait:
        raise TooMany(TOO_MANY, retry_after=counted.wait)
    if not await passwords.fits(password, account.password_hash):
        raise refuse(WRONG_PASSWORD, **{field: WRONG_PASSWORD})
    async with database.writing() as tx:
        await forgive(tx, counted)
    return account
