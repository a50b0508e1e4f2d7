"""Keeps the codes that confirm addresses, and counts wrong ones."""

from datetime import datetime
from typing import Final

from chassis.db import Statement, Transaction, params
from chassis.retention import Retention
from sqlalchemy import bindparam, delete, literal_column, select, update
from sqlalchemy.dialects.postgresql import insert

from identity.confirmation.models import ConfirmationCodeRow
from identity.confirmation.rules import MailedCode

_this = ConfirmationCodeRow.account_id == bindparam("account_id")
_mailed = insert(ConfirmationCodeRow).values(params("account_id", "digest", "expires_at"))
KEEP: Final = Statement(
    _mailed.on_conflict_do_update(
        index_elements=[ConfirmationCodeRow.account_id],
        set_={
            "digest": _mailed.excluded.digest,
            "expires_at": _mailed.excluded.expires_at,
            "tries": literal_column("0"),
        },
    )
)
LOCK: Final = Statement(
    select(ConfirmationCodeRow.digest, ConfirmationCodeRow.expires_at, ConfirmationCodeRow.tries)
    .where(_this)
    .with_for_update(),
    into=MailedCode,
)
COUNT_TRY: Final = Statement(
    update(ConfirmationCodeRow).where(_this).values(tries=ConfirmationCodeRow.tries + literal_column("1"))
)
FORGET: Final = Statement(delete(ConfirmationCodeRow).where(_this))
EXPIRED: Final = Retention(ConfirmationCodeRow, ConfirmationCodeRow.expires_at)


async def keep_code(tx: Transaction, account_id: str, digest: bytes, *, expires_at: datetime) -> None:
    """Keep the code that was mailed just now; it replaces the one before and its count of tries."""
    await KEEP.run(tx, account_id=account_id, digest=digest, expires_at=expires_at)


async def lock_code(tx: Transaction, account_id: str) -> MailedCode | None:
    """The code that was mailed last, locked until the transaction ends: tries are counted one by one."""
    return await LOCK.one(tx, account_id=account_id)


async def count_try(tx: Transaction, account_id: str) -> None:
    """Count a wrong code."""
    await COUNT_TRY.run(tx, account_id=account_id)


async def forget_code(tx: Transaction, account_id: str) -> None:
    """Drop the code of an account that needs none any more."""
    await FORGET.run(tx, account_id=account_id)
