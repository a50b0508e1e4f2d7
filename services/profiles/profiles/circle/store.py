"""Reading and writing circles. Accounts behind a block, in either direction, are not seen."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from chassis.db import Connection, Record, Statement, Transaction, params
from sqlalchemy import and_, bindparam, or_, select
from sqlalchemy.dialects.postgresql import insert

from profiles.circle.hot_sql import TRUST_STATUS
from profiles.circle.models import InterestRow
from profiles.safety.models import BlockRow


@dataclass(frozen=True, slots=True)
class Interest:
    """What one account thinks of one provider."""

    provider_id: str
    interest: bool
    trusted: bool
    revision: int


_columns = (InterestRow.provider_id, InterestRow.interest, InterestRow.trusted, InterestRow.revision)
_OF_BOTH = (
    InterestRow.account_id == bindparam("account_id"),
    InterestRow.provider_id == bindparam("provider_id"),
)
LOCK: Final = Statement(select(*_columns).where(*_OF_BOTH).with_for_update(), into=Interest)
_written = insert(InterestRow).values(
    revision=1, **params("account_id", "provider_id", "interest", "trusted", "changed_at")
)
WRITE: Final = Statement(
    _written.on_conflict_do_update(
        index_elements=[InterestRow.account_id, InterestRow.provider_id],
        set_={
            "interest": _written.excluded.interest,
            "trusted": _written.excluded.trusted,
            "changed_at": _written.excluded.changed_at,
            "revision": InterestRow.revision + 1,
        },
    ).returning(*_columns),
    into=Interest,
)
_blocked = (
    select(BlockRow.blocker_id)
    .where(
        BlockRow.blocked,
        or_(
            and_(
                BlockRow.blocker_id == InterestRow.account_id, BlockRow.blocked_id == InterestRow.provider_id
            ),
            and_(
                BlockRow.blocker_id == InterestRow.provider_id, BlockRow.blocked_id == InterestRow.account_id
            ),
        ),
    )
    .exists()
)
_page: Final = (
    select(*_columns)
    .where(
        InterestRow.account_id == bindparam("account_id"),
        InterestRow.interest,
        InterestRow.provider_id > bindparam("after"),
        ~_blocked,
    )
    .order_by(InterestRow.provider_id)
    .limit(bindparam("limit"))
)
FIND_ALL: Final = Statement(_page, into=Interest)
FIND_TRUSTED: Final = Statement(_page.where(InterestRow.trusted), into=Interest)

FIND_EVERY: Final = Statement(
    select(InterestRow.account_id, *_columns).order_by(InterestRow.account_id, InterestRow.provider_id)
)


async def lock_interest(tx: Transaction, account_id: str, provider_id: str) -> Interest | None:
    """What the account thinks of the provider, locked until the transaction ends."""
    return await LOCK.one(tx, account_id=account_id, provider_id=provider_id)


async def write_interest(
    tx: Transaction, account_id: str, provider_id: str, *, interest: bool, trusted: bool, now: datetime
) -> Interest:
    """Write what the account thinks of the provider."""
    written = await WRITE.one(
        tx,
        account_id=account_id,
        provider_id=provider_id,
        interest=interest,
        trusted=trusted,
        changed_at=now,
    )
    assert written is not None
    return written


async def trust_status(tx: Connection, account_id: str, provider_id: str) -> bool | None:
    """Whether the account trusts the provider; None when it can see no such provider."""
    return await TRUST_STATUS.value(tx, account_id=account_id, provider_id=provider_id)


async def circle_of(
    tx: Connection, account_id: str, *, only_trusted: bool, after: str, limit: int
) -> list[Interest]:
    """The circle, by provider id, from the one after `after` on."""
    statement = FIND_TRUSTED if only_trusted else FIND_ALL
    return await statement.all(tx, account_id=account_id, after=after, limit=limit)


async def every_interest(tx: Transaction) -> AsyncIterator[Record]:
    """Every interest, the removed ones included."""
    async for row in FIND_EVERY.stream(tx):
        yield row
