"""Creates and deletes accounts of the staff."""

from datetime import datetime

from chassis.db import Transaction
from chassis.ids import new_id
from chassis.outbox import emit
from contracts.events.identity import AccountDeleted, AccountRegistered

from identity.accounts.serializers import account_facts
from identity.accounts.store import Account, account_at, add_account, erase_account
from identity.logins.store import end_logins_of


async def add_staff(
    tx: Transaction, name: str, email: str, password_hash: str, *, now: datetime
) -> Account | None:
    """Add an account of the staff (product.md 1.11). Its address counts as confirmed.

    Returns None when the address has an account already.
    """
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
        await emit(tx, AccountRegistered(account=account_facts(account)))
    return account


async def remove_staff(tx: Transaction, email: str, *, now: datetime) -> bool:
    """Erase an account of the staff and end its logins; False when this address has none."""
    account = await account_at(tx, email)
    if account is None or not account.staff:
        return False
    await end_logins_of(tx, account.id)
    await erase_account(tx, account.id, now=now)
    await emit(tx, AccountDeleted(account_id=account.id))
    return True
