"""Adds, finds, counts and removes passkeys."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from chassis.db import Connection, Statement, Transaction, params
from sqlalchemy import bindparam, delete, select, update
from sqlalchemy.dialects.postgresql import insert

from identity.passkeys.models import PasskeyRow


@dataclass(frozen=True, slots=True)
class Passkey:
    """A passkey as it was read."""

    id: str
    account_id: str
    credential_id: bytes
    public_key: bytes
    sign_count: int
    name: str
    created_at: datetime
    last_used_at: datetime | None


COLUMNS: Final = (
    PasskeyRow.id,
    PasskeyRow.account_id,
    PasskeyRow.credential_id,
    PasskeyRow.public_key,
    PasskeyRow.sign_count,
    PasskeyRow.name,
    PasskeyRow.created_at,
    PasskeyRow.last_used_at,
)
_OF_ACCOUNT = PasskeyRow.account_id == bindparam("account_id")
FIND_OF: Final = Statement(
    select(*COLUMNS).where(_OF_ACCOUNT).order_by(PasskeyRow.created_at, PasskeyRow.id), into=Passkey
)
LOCK: Final = Statement(
    select(*COLUMNS).where(PasskeyRow.credential_id == bindparam("credential_id")).with_for_update(),
    into=Passkey,
)
ADD: Final = Statement(
    insert(PasskeyRow)
    .values(params("id", "account_id", "credential_id", "public_key", "sign_count", "name", "created_at"))
    .on_conflict_do_nothing()
    .returning(PasskeyRow.id)
)
COUNT_USE: Final = Statement(
    update(PasskeyRow)
    .where(PasskeyRow.id == bindparam("passkey_id"))
    .values(params("sign_count", "last_used_at"))
)
REMOVE: Final = Statement(
    delete(PasskeyRow).where(PasskeyRow.id == bindparam("passkey_id"), _OF_ACCOUNT).returning(PasskeyRow.id)
)
REMOVE_ALL: Final = Statement(delete(PasskeyRow).where(_OF_ACCOUNT))


async def passkeys_of(tx: Connection, account_id: str) -> list[Passkey]:
    """The account's passkeys, oldest first."""
    return await FIND_OF.all(tx, account_id=account_id)


async def lock_passkey(tx: Transaction, credential_id: bytes) -> Passkey | None:
    """The passkey with this credential, locked until the transaction ends."""
    return await LOCK.one(tx, credential_id=credential_id)


async def add_passkey(tx: Transaction, passkey: dict[str, Any]) -> bool:
    """Insert a passkey; False when its credential is somebody's already."""
    return await ADD.value(tx, **passkey) is not None


async def count_use(tx: Transaction, passkey_id: str, sign_count: int, *, now: datetime) -> None:
    """Save that a locked passkey has signed."""
    await COUNT_USE.run(tx, passkey_id=passkey_id, sign_count=sign_count, last_used_at=now)


async def remove_passkey(tx: Transaction, account_id: str, passkey_id: str) -> bool:
    """Delete a passkey of this account; False when it has no such passkey."""
    return await REMOVE.value(tx, passkey_id=passkey_id, account_id=account_id) is not None


async def remove_passkeys(tx: Transaction, account_id: str) -> None:
    """Delete every passkey of the account."""
    await REMOVE_ALL.run(tx, account_id=account_id)
