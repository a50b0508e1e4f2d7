"""Reading and changing accounts. What must be unique is left to the database to refuse."""

from datetime import datetime
from typing import Any

from chassis.db import Connection, Transaction
from sqlalchemy import delete, select, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.exc import IntegrityError

from identity.accounts.models import AccountRow, DeletedAccountRow

USERNAME_INDEX = "uq_account_lower_username"


async def account_of(tx: Connection, account_id: str) -> AccountRow | None:
    """The account with this id."""
    return await tx.session.scalar(select(AccountRow).where(AccountRow.id == account_id))


async def account_at(tx: Connection, email: str) -> AccountRow | None:
    """The account on this address."""
    return await tx.session.scalar(select(AccountRow).where(AccountRow.email == email))


async def add_account(tx: Transaction, account: dict[str, Any]) -> AccountRow | None:
    """The new account, or None when its address has one already."""
    statement = upsert(AccountRow).values(account).on_conflict_do_nothing(index_elements=["email"])
    return await tx.session.scalar(statement.returning(AccountRow))


async def change_account(tx: Transaction, account_id: str, **values: object) -> AccountRow | None:
    """The account after the change, its revision raised and its row locked; None when it is gone."""
    statement = (
        update(AccountRow)
        .where(AccountRow.id == account_id)
        .values(revision=AccountRow.revision + 1, **values)
        .returning(AccountRow)
    )
    return await tx.session.scalar(statement, execution_options={"populate_existing": True})


async def take_username(tx: Transaction, account_id: str, username: str) -> AccountRow | None:
    """The account under its new username, or None when another account has it."""
    try:
        async with tx.session.begin_nested():
            return await change_account(tx, account_id, username=username)
    except IntegrityError as error:
        if USERNAME_INDEX not in str(error.orig):
            raise
        return None


async def confirm(tx: Transaction, account_id: str, *, now: datetime) -> AccountRow | None:
    """The account, confirmed by this call; None when it is gone or was confirmed before."""
    statement = (
        update(AccountRow)
        .where(AccountRow.id == account_id, AccountRow.verified_at.is_(None))
        .values(revision=AccountRow.revision + 1, verified_at=now)
        .returning(AccountRow)
    )
    return await tx.session.scalar(statement, execution_options={"populate_existing": True})


async def lock_account(tx: Transaction, account_id: str) -> AccountRow | None:
    """The account, locked until the transaction ends."""
    return await tx.session.scalar(
        select(AccountRow).where(AccountRow.id == account_id).with_for_update(key_share=True)
    )


async def lock_with_password(tx: Transaction, account_id: str, password_hash: str) -> AccountRow | None:
    """The account, locked until the transaction ends; None when it is gone or has another password by now."""
    statement = (
        select(AccountRow)
        .where(AccountRow.id == account_id, AccountRow.password_hash == password_hash)
        .with_for_update(key_share=True)
    )
    return await tx.session.scalar(statement)


async def erase_account(tx: Transaction, account_id: str, *, now: datetime) -> None:
    """Remove the account and all that hangs on it; its bare id is remembered as gone."""
    await tx.session.execute(delete(AccountRow).where(AccountRow.id == account_id))
    await tx.session.execute(
        upsert(DeletedAccountRow).values(account_id=account_id, deleted_at=now).on_conflict_do_nothing()
    )


async def change_password_hash(tx: Transaction, account_id: str, password_hash: str) -> None:
    """Keep another hash. The other services know nothing of it, so the revision stays."""
    await tx.session.execute(
        update(AccountRow).where(AccountRow.id == account_id).values(password_hash=password_hash)
    )
