"""Reads and writes accounts. The database's unique constraints refuse duplicates."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Final

import asyncpg
from chassis.db import Connection, Statement, Transaction, params
from chassis.db.errors import violated
from chassis.retention import Retention
from contracts.events.identity import HourCycle
from contracts.languages import Language
from sqlalchemy import Text, and_, bindparam, delete, exists, func, literal_column, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from identity.accounts.models import AccountRow, DeletedAccountRow, ReservedUsernameRow

USERNAME_INDEX: Final = "uq_account_lower_username"

_reserved = insert(ReservedUsernameRow).values(params("digest", "until", "former_owner"))
RESERVE_USERNAME: Final = Statement(
    _reserved.on_conflict_do_update(
        index_elements=["digest"],
        set_={"until": _reserved.excluded.until, "former_owner": _reserved.excluded.former_owner},
    )
)
IS_USERNAME_RESERVED: Final = Statement(
    select(
        exists().where(
            ReservedUsernameRow.digest == bindparam("digest"),
            ReservedUsernameRow.former_owner.is_distinct_from(bindparam("owner")),
        )
    )
)
FREE_USERNAMES: Final = Retention(ReservedUsernameRow, ReservedUsernameRow.until)


class _UsernameReserved(Exception):
    """A username that another account had is not free yet."""


@dataclass(frozen=True, slots=True)
class Account:
    """An account as it was when it was read."""

    id: str
    name: str
    email: str
    username: str | None
    password_hash: str
    verified_at: datetime | None
    created_at: datetime
    requested_appointment: bool
    fav_category: list[str]
    fav_services: list[str]
    channels: dict[str, dict[str, bool]]
    staff: bool
    suspended: bool
    language: Language
    language_said: bool
    timezone: str
    hour_cycle: HourCycle
    revision: int


ACCOUNT_COLUMNS: Final = (
    AccountRow.id,
    AccountRow.name,
    AccountRow.email,
    AccountRow.username,
    AccountRow.password_hash,
    AccountRow.verified_at,
    AccountRow.created_at,
    AccountRow.requested_appointment,
    AccountRow.fav_category,
    AccountRow.fav_services,
    AccountRow.channels,
    AccountRow.staff,
    AccountRow.suspended,
    AccountRow.language,
    AccountRow.language_said,
    AccountRow.timezone,
    AccountRow.hour_cycle,
    AccountRow.revision,
)
_accounts = select(*ACCOUNT_COLUMNS)
_BY_ID = AccountRow.id == bindparam("account_id")

FIND_BY_ID: Final = Statement(_accounts.where(_BY_ID), into=Account)
FIND_BY_EMAIL: Final = Statement(_accounts.where(AccountRow.email == bindparam("email")), into=Account)
FIND_STAFF: Final = Statement(
    _accounts.where(AccountRow.staff).order_by(AccountRow.name, AccountRow.id), into=Account
)
FIND_PAGE: Final = Statement(
    _accounts.where(AccountRow.id > bindparam("after")).order_by(AccountRow.id).limit(bindparam("limit")),
    into=Account,
)
FIND_DELETED_PAGE: Final = Statement(
    select(DeletedAccountRow.account_id)
    .where(DeletedAccountRow.account_id > bindparam("after"))
    .order_by(DeletedAccountRow.account_id)
    .limit(bindparam("limit"))
)
LOCK: Final = Statement(_accounts.where(_BY_ID).with_for_update(key_share=True), into=Account)
LOCK_WITH_PASSWORD: Final = Statement(
    _accounts.where(_BY_ID, AccountRow.password_hash == bindparam("password_hash")).with_for_update(
        key_share=True
    ),
    into=Account,
)
CONFIRM: Final = Statement(
    update(AccountRow)
    .where(_BY_ID, AccountRow.verified_at.is_(None))
    .values(revision=AccountRow.revision + 1, verified_at=bindparam("now"))
    .returning(*ACCOUNT_COLUMNS),
    into=Account,
)
CHANGE_PASSWORD_HASH: Final = Statement(
    update(AccountRow).where(_BY_ID).values(params("password_hash")).returning(AccountRow.id)
)
REMEMBER_REQUEST: Final = Statement(
    update(AccountRow)
    .where(_BY_ID, AccountRow.requested_appointment.is_(False))
    .values(requested_appointment=literal_column("true"))
)
_zone, _cycle = bindparam("timezone", type_=Text()), bindparam("hour_cycle", type_=Text())
_NOTHING: Final = literal_column("''")
LEARN_READING: Final = Statement(
    update(AccountRow)
    .where(
        _BY_ID,
        or_(
            and_(_zone != _NOTHING, AccountRow.timezone != _zone),
            and_(_cycle != _NOTHING, AccountRow.hour_cycle != _cycle),
        ),
    )
    .values(
        timezone=func.coalesce(func.nullif(_zone, _NOTHING), AccountRow.timezone),
        hour_cycle=func.coalesce(func.nullif(_cycle, _NOTHING), AccountRow.hour_cycle),
        revision=AccountRow.revision + 1,
    )
    .returning(*ACCOUNT_COLUMNS),
    into=Account,
)
SUSPEND: Final = Statement(
    update(AccountRow)
    .where(_BY_ID, AccountRow.standing_revision < bindparam("revision"))
    .values(suspended=bindparam("suspended"), standing_revision=bindparam("revision"))
    .returning(AccountRow.id)
)
DELETE: Final = Statement(delete(AccountRow).where(_BY_ID))
REMEMBER_DELETED: Final = Statement(
    insert(DeletedAccountRow)
    .values(params("account_id", "deleted_at"))
    .on_conflict_do_nothing()
    .returning(DeletedAccountRow.account_id)
)


async def account_of(tx: Connection, account_id: str) -> Account | None:
    """The account with this id."""
    return await FIND_BY_ID.one(tx, account_id=account_id)


async def account_at(tx: Connection, email: str) -> Account | None:
    """The account on this address."""
    return await FIND_BY_EMAIL.one(tx, email=email)


async def all_staff(tx: Connection) -> list[Account]:
    """All accounts of the staff, ordered by name."""
    return await FIND_STAFF.all(tx)


async def accounts_after(tx: Connection, account_id: str, *, limit: int) -> list[Account]:
    """The accounts with the next higher ids."""
    return await FIND_PAGE.all(tx, after=account_id, limit=limit)


async def deleted_after(tx: Connection, account_id: str, *, limit: int) -> list[str]:
    """The ids of deleted accounts that follow this one."""
    return await FIND_DELETED_PAGE.column(tx, after=account_id, limit=limit)


async def add_account(tx: Transaction, account: dict[str, Any]) -> Account | None:
    """The new account, or None when its address has one already (product.md 1.1)."""
    return await _insert(tuple(sorted(account))).one(tx, **account)


async def change_account(tx: Transaction, account_id: str, **values: object) -> Account | None:
    """The account after the change, its revision raised and its row locked; None when it is deleted."""
    return await _update(tuple(sorted(values))).one(tx, account_id=account_id, **values)


async def take_username(tx: Transaction, account_id: str, username: str) -> Account | None:
    """The account under its new username, or None when another account has it, or had it not long ago."""
    try:
        async with tx.savepoint():
            account = await change_account(tx, account_id, username=username)
            # Asked afterwards: taking a name waits for the account that is being deleted or renamed.
            digest, owner = _digest(username), _digest(username, account_id)
            if await IS_USERNAME_RESERVED.value(tx, digest=digest, owner=owner):
                raise _UsernameReserved
            return account
    except _UsernameReserved:
        return None
    except asyncpg.UniqueViolationError as error:
        if violated(error) != USERNAME_INDEX:
            raise
        return None


async def reserve_username(tx: Transaction, username: str, *, owner: str | None, until: datetime) -> None:
    """Keep a former username from all until then, except from its former owner's account if that remains."""
    former_owner = None if owner is None else _digest(username, owner)
    await RESERVE_USERNAME.run(tx, digest=_digest(username), former_owner=former_owner, until=until)


def _digest(username: str, *more: str) -> bytes:
    return hashlib.sha256("\0".join((username.lower(), *more)).encode()).digest()


async def confirm(tx: Transaction, account_id: str, *, now: datetime) -> Account | None:
    """The account, confirmed by this call; None when it is deleted or was confirmed before."""
    return await CONFIRM.one(tx, account_id=account_id, now=now)


async def lock_account(tx: Transaction, account_id: str) -> Account | None:
    """The account, locked until the transaction ends."""
    return await LOCK.one(tx, account_id=account_id)


async def lock_with_password(tx: Transaction, account_id: str, password_hash: str) -> Account | None:
    """The account, locked until the transaction ends; None when it is deleted or its password changed."""
    return await LOCK_WITH_PASSWORD.one(tx, account_id=account_id, password_hash=password_hash)


async def erase_account(tx: Transaction, account_id: str, *, now: datetime) -> None:
    """Delete the account and all its rows; only its id is stored, as deleted."""
    await DELETE.run(tx, account_id=account_id)
    await remember_deleted(tx, account_id, now=now)


async def remember_deleted(tx: Transaction, account_id: str, *, now: datetime) -> bool:
    """Store the id of an account that is no more; False when it was stored before."""
    return await REMEMBER_DELETED.value(tx, account_id=account_id, deleted_at=now) is not None


async def change_password_hash(tx: Transaction, account_id: str, password_hash: str) -> None:
    """Save another hash. Other services do not see it, so the revision does not change."""
    await CHANGE_PASSWORD_HASH.run(tx, account_id=account_id, password_hash=password_hash)


async def remember_request(tx: Transaction, account_id: str) -> None:
    """Record that the account has requested an appointment."""
    await REMEMBER_REQUEST.run(tx, account_id=account_id)


async def learn_reading(
    tx: Transaction, account_id: str, *, timezone: str, hour_cycle: HourCycle
) -> Account | None:
    """The account that reads times another way from now on, else None. '' changes nothing."""
    return await LEARN_READING.one(tx, account_id=account_id, timezone=timezone, hour_cycle=hour_cycle)


async def keep_suspension(tx: Transaction, account_id: str, suspended: bool, revision: int) -> bool:
    """Save whether the account is suspended; returns False when a revision as new is stored already."""
    changed = await SUSPEND.value(tx, account_id=account_id, suspended=suspended, revision=revision)
    return changed is not None


@cache
def _insert(names: Iterable[str]) -> Statement[Account]:
    statement = insert(AccountRow).values(params(*names)).on_conflict_do_nothing(index_elements=["email"])
    return Statement(statement.returning(*ACCOUNT_COLUMNS), into=Account)


@cache
def _update(names: Iterable[str]) -> Statement[Account]:
    statement = update(AccountRow).where(_BY_ID).values(revision=AccountRow.revision + 1, **params(*names))
    return Statement(statement.returning(*ACCOUNT_COLUMNS), into=Account)
