"""Creates and deletes accounts of the staff."""

from datetime import datetime

from chassis.db import Transaction
from chassis.ids import new_id
from chassis.outbox import emit
from contracts.events.identity import AccountDeleted, AccountRegistered, SecurityChanged

from identity.accounts.serializers import account_facts
from identity.accounts.store import Account, account_at, add_account, erase_account
from identity.logins.store import end_logins_of
from identity.passkeys.store import remove_passkeys
from identity.second_factor.store import remove_app, replace_recovery_codes


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


async def forget_factors(tx: Transaction, email: str) -> bool:
    """Remove every factor of an account of the staff who lost theirs (product.md 1.14), and end its logins.

    The owner is mailed. Returns False when this address has no such account.
    """
    account = await account_at(tx, email)
    if account is None or not account.staff:
        return False
    await remove_app(tx, account.id)
    await remove_passkeys(tx, account.id)
    await replace_recovery_codes(tx, account.id, [])
    await end_logins_of(tx, account.id)
    await emit(tx, SecurityChanged(account_id=account.id, what="second_factor"))
    return True


async def remove_staff(tx: Transaction, email: str, *, now: datetime) -> bool:
    """Erase an account of the staff and end its logins; False when this address has none."""
    account = await account_at(tx, email)
    if account is None or not account.staff:
        return False
    await end_logins_of(tx, account.id)
    await erase_account(tx, account.id, now=now)
    await emit(tx, AccountDeleted(account_id=account.id))
    return True
