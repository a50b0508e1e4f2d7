"""Writes identity's copy of profiles: the newest revision wins."""

from typing import Final

from chassis.db import Statement, Transaction
from chassis.projections import keep_newest
from sqlalchemy import bindparam, select

from identity.accounts.models import AccountRow
from identity.projections.models import KnownProfileRow

HOLD_ACCOUNT: Final = Statement(
    select(AccountRow.id)
    .where(AccountRow.id == bindparam("account_id"))
    .with_for_update(read=True, key_share=True)
)
FIND_UNNAMED: Final = Statement(
    select(AccountRow.id)
    .join(KnownProfileRow, KnownProfileRow.account_id == AccountRow.id)
    .where(KnownProfileRow.completed, AccountRow.username.is_(None))
    .order_by(AccountRow.id)
    .limit(bindparam("limit"))
)


async def providers_without_username(tx: Transaction, *, limit: int) -> list[str]:
    """Providers who became one before every provider had a username."""
    return await FIND_UNNAMED.column(tx, limit=limit)


async def keep_profile(tx: Transaction, account_id: str, revision: int, **values: object) -> bool:
    """Save part of a profile; returns whether it was new. Nothing is saved for a deleted account."""
    if await HOLD_ACCOUNT.value(tx, account_id=account_id) is None:
        return False
    row = {"account_id": account_id, "revision": revision, **values}
    return await keep_newest(tx, KnownProfileRow, ["account_id"], row)
