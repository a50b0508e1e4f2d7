"""Making and unmaking accounts of the staff."""

from collections.abc import Sequence
from datetime import datetime

from chassis.db import Connection, Transaction
from chassis.ids import new_id
from chassis.outbox import emit
from contracts.events.identity import AccountDeleted, AccountRegistered
from sqlalchemy import select

from identity.accounts.events import facts_of
from identity.accounts.models import AccountRow
from identity.accounts.store import account_at, add_account, erase_account
from identity.logins.store import end_logins_of


async def add_staff(
    tx: Transaction, name: str, email: str, password_hash: str, *, now: datetime
) -> AccountRow | None:
    """A new account of the staff, its address taken as confirmed; None when an account is on it already."""
    account = await add_account(
        tx,
        {
            "id": new_id(),
            "name": name,
            "email": email,
            "password_hash": password_hash,
            "verified_at": now,
            "created_at": now,
            "staff": True,
        },
    )
    if account is not None:
        await emit(tx, AccountRegistered(account=facts_of(account)))
    return account


async def remove_staff(tx: Transaction, email: str, *, now: datetime) -> bool:
    """Erase an account of the staff, its logins ended; False when there is none on this address."""
    account = await account_at(tx, email)
    if account is None or not account.staff:
        return False
    await end_logins_of(tx, account.id)
    await erase_account(tx, account.id, now=now)
    await emit(tx, AccountDeleted(account_id=account.id))
    return True


async def all_staff(tx: Connection) -> Sequence[AccountRow]:
    """Everybody of the staff, by name."""
    return (
        await tx.session.scalars(select(AccountRow).where(AccountRow.staff).order_by(AccountRow.name))
    ).all()
