"""Reading and keeping accounts. The newest revision wins, and nothing wins over a deletion."""

from chassis.db import Connection, Transaction
from contracts.events.identity import AccountFacts
from sqlalchemy import text

_KEEP = text(
    """
    INSERT INTO account (account_id, name, username, email, verified, staff, created_at, revision)
    VALUES (:account_id, :name, :username, :email, :verified, :staff, :created_at, :revision)
    ON CONFLICT (account_id) DO UPDATE
        SET name = excluded.name, username = excluded.username, email = excluded.email,
            verified = excluded.verified, staff = excluded.staff, created_at = excluded.created_at,
            revision = excluded.revision
        WHERE account.revision <= excluded.revision AND NOT account.deleted
    """
)
_RENAME = text("UPDATE account SET name = :name WHERE account_id = :account_id AND NOT deleted")
_MARK_DELETED = text(
    """
    INSERT INTO account (account_id, deleted) VALUES (:account_id, true)
    ON CONFLICT (account_id) DO UPDATE
        SET deleted = true, name = '', username = '', email = '', verified = false, created_at = NULL,
            suspended_at = NULL, staff = false
    """
)
_IS_DELETED = text("SELECT deleted FROM account WHERE account_id = :account_id FOR UPDATE")
_ID_OF_USERNAME = text(
    """
    SELECT account_id FROM account
    WHERE lower(username) = lower(:username) AND username <> '' AND NOT deleted
    """
)
_SHOWN = text(
    "SELECT account_id FROM account WHERE account_id = :account_id AND NOT deleted AND suspended_at IS NULL"
)
_CONTACT = text("SELECT name, email FROM account WHERE account_id = :account_id AND NOT deleted")
_KNOWN = text("SELECT account_id FROM account WHERE account_id = :account_id AND NOT deleted")


async def keep(tx: Transaction, account: AccountFacts) -> None:
    """Take in an account as identity tells it."""
    await tx.session.execute(_KEEP, account.model_dump() | {"username": account.username or ""})


async def rename(tx: Transaction, account_id: str, name: str) -> None:
    """Show a new name at once; identity will tell it too."""
    await tx.session.execute(_RENAME, {"account_id": account_id, "name": name})


async def mark_deleted(tx: Transaction, account_id: str) -> None:
    """Blank an account and keep the mark that it is gone."""
    await tx.session.execute(_MARK_DELETED, {"account_id": account_id})


async def is_deleted(tx: Transaction, account_id: str) -> bool:
    """Whether the account is gone; when it is not, its erasure waits until this transaction ends."""
    return bool(await tx.session.scalar(_IS_DELETED, {"account_id": account_id}))


async def id_of_username(tx: Connection, username: str) -> str | None:
    """The account that has this username, without regard to case."""
    return await tx.session.scalar(_ID_OF_USERNAME, {"username": username})


async def known_account(tx: Connection, account_id: str) -> str | None:
    """The id itself when there is such an account."""
    return await tx.session.scalar(_KNOWN, {"account_id": account_id})


async def shown_account(tx: Connection, account_id: str) -> str | None:
    """The id itself when there is such an account and it is not suspended."""
    return await tx.session.scalar(_SHOWN, {"account_id": account_id})


async def contact_of(tx: Transaction, account_id: str) -> tuple[str, str] | None:
    """Name and mail address of an account; None when there is none."""
    row = (await tx.session.execute(_CONTACT, {"account_id": account_id})).one_or_none()
    return (row[0], row[1]) if row else None
