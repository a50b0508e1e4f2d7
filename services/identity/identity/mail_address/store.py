"""Reads and writes changes of mail addresses that wait for both sides."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

import asyncpg
from chassis.db import Connection, Statement, Transaction, params
from chassis.db.errors import violated
from chassis.retention import Retention
from sqlalchemy import bindparam, case, delete, null, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from identity.accounts.store import Account, change_account
from identity.mail_address.models import MailChangeRow

EMAIL_CONSTRAINT: Final = "uq_account_email"


@dataclass(frozen=True, slots=True)
class MailChange:
    """A change that waits; a digest is None when its side has confirmed."""

    account_id: str
    new_email: str
    old_digest: bytes | None
    new_digest: bytes | None

    @property
    def confirmed(self) -> bool:
        """Whether both sides have confirmed."""
        return self.old_digest is None and self.new_digest is None


COLUMNS: Final = (
    MailChangeRow.account_id,
    MailChangeRow.new_email,
    MailChangeRow.old_digest,
    MailChangeRow.new_digest,
)
_OF_ACCOUNT = MailChangeRow.account_id == bindparam("account_id")
_HOLDS = MailChangeRow.expires_at > bindparam("now")
_WITH_SECRET = or_(
    MailChangeRow.old_digest == bindparam("digest"), MailChangeRow.new_digest == bindparam("digest")
)
_begun = insert(MailChangeRow).values(
    params("account_id", "new_email", "old_digest", "new_digest", "expires_at")
)
BEGIN: Final = Statement(
    _begun.on_conflict_do_update(
        index_elements=[MailChangeRow.account_id],
        set_={
            name: _begun.excluded[name] for name in ("new_email", "old_digest", "new_digest", "expires_at")
        },
    )
)
FIND: Final = Statement(select(*COLUMNS).where(_OF_ACCOUNT, _HOLDS), into=MailChange)
FIND_OWNER: Final = Statement(select(MailChangeRow.account_id).where(_WITH_SECRET, _HOLDS))
CONFIRM: Final = Statement(
    update(MailChangeRow)
    .where(_WITH_SECRET, _HOLDS)
    .values(
        old_digest=case(
            (MailChangeRow.old_digest == bindparam("digest"), null()), else_=MailChangeRow.old_digest
        ),
        new_digest=case(
            (MailChangeRow.new_digest == bindparam("digest"), null()), else_=MailChangeRow.new_digest
        ),
    )
    .returning(*COLUMNS),
    into=MailChange,
)
CANCEL: Final = Statement(delete(MailChangeRow).where(_OF_ACCOUNT).returning(MailChangeRow.account_id))
EXPIRED: Final = Retention(MailChangeRow, MailChangeRow.expires_at)


async def begin_change(
    tx: Transaction,
    account_id: str,
    new_email: str,
    *,
    old_digest: bytes | None,
    new_digest: bytes,
    expires_at: datetime,
) -> None:
    """Begin a change, instead of one that was begun before."""
    await BEGIN.run(
        tx,
        account_id=account_id,
        new_email=new_email,
        old_digest=old_digest,
        new_digest=new_digest,
        expires_at=expires_at,
    )


async def change_of(tx: Connection, account_id: str, *, now: datetime) -> MailChange | None:
    """The account's change that waits."""
    return await FIND.one(tx, account_id=account_id, now=now)


async def owner_of_secret(tx: Connection, digest: bytes, *, now: datetime) -> str | None:
    """The account whose change this mailed secret confirms; None when it is used, too old or unknown."""
    return await FIND_OWNER.value(tx, digest=digest, now=now)


async def confirm_side(tx: Transaction, digest: bytes, *, now: datetime) -> MailChange | None:
    """The change after one of its sides confirmed; None when the secret holds no longer."""
    return await CONFIRM.one(tx, digest=digest, now=now)


async def cancel_change(tx: Transaction, account_id: str) -> bool:
    """Forget the account's change; False without one."""
    return await CANCEL.value(tx, account_id=account_id) is not None


async def move_account(tx: Transaction, account_id: str, email: str, *, now: datetime) -> Account | None:
    """The account on its new, confirmed address; None when another account has it by now."""
    try:
        async with tx.savepoint():
            return await change_account(tx, account_id, email=email, verified_at=now)
    except asyncpg.UniqueViolationError as error:
        if violated(error) != EMAIL_CONSTRAINT:
            raise
        return None
