"""Blocked time in the database."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from chassis.db import Connection, Statement, TextStatement, Transaction, params
from sqlalchemy import bindparam, delete, func, literal_column, select
from sqlalchemy.dialects.postgresql import insert

from booking.blocked_times.models import BlockedTimeRow, TimeBlockRow
from booking.blocked_times.rules import Block, BlockedPeriod

KEPT: Final = timedelta(days=31)
"""How long a block is kept after its last period."""

_own = TimeBlockRow.provider_id == bindparam("provider_id")
_this = TimeBlockRow.block_id == bindparam("block_id")
_columns = (
    TimeBlockRow.block_id,
    TimeBlockRow.provider_id,
    TimeBlockRow.day,
    TimeBlockRow.start_minute,
    TimeBlockRow.end_minute,
    TimeBlockRow.repeat,
    TimeBlockRow.until,
    TimeBlockRow.note,
)
LOCK_PROVIDER: Final = Statement(
    select(func.pg_advisory_xact_lock(func.hashtextextended(bindparam("provider_id"), literal_column("4"))))
)
"""The lock that each booking of the provider takes (`orders.hot_sql.LOCK_PARTIES`)."""
FIND_OPEN: Final = Statement(
    select(*_columns)
    .where(_own, TimeBlockRow.ends_at > bindparam("now"))
    .order_by(TimeBlockRow.day, TimeBlockRow.start_minute, TimeBlockRow.block_id)
)
FIND_ALL: Final = Statement(
    select(*_columns).where(_own).order_by(TimeBlockRow.day, TimeBlockRow.start_minute, TimeBlockRow.block_id)
)
FIND_PERIODS: Final = Statement(
    select(BlockedTimeRow.block_id, BlockedTimeRow.starts_at, BlockedTimeRow.ends_at)
    .where(
        BlockedTimeRow.provider_id == bindparam("provider_id"),
        BlockedTimeRow.ends_at > bindparam("first"),
        BlockedTimeRow.starts_at < bindparam("last"),
    )
    .order_by(BlockedTimeRow.starts_at, BlockedTimeRow.block_id)
)
# A session is held as `slots.hot_sql` has it: with its buffers, and by whoever books with the provider.
FIND_BOOKED: Final = TextStatement(
    """
    SELECT min(p.starts_at) AS starts_at
    FROM unnest(CAST(:starts AS timestamptz[]), CAST(:ends AS timestamptz[])) AS p (starts_at, ends_at)
    WHERE EXISTS (
        SELECT FROM session s
        WHERE s.provider_id = :provider_id AND s.status IN ('pending', 'accepted', 'ongoing')
          AND s.state NOT IN ('done', 'missed')
          AND s.ends_at > p.starts_at - interval '4 hours' AND s.ends_at < p.ends_at + interval '3 days'
          AND coalesce(s.held_from, s.starts_at) < p.ends_at
          AND coalesce(s.held_until, s.ends_at) > p.starts_at OFFSET 0)
    """
)
_arriving = insert(TimeBlockRow).values(
    params(
        "block_id",
        "provider_id",
        "day",
        "start_minute",
        "end_minute",
        "repeat",
        "until",
        "note",
        "ends_at",
    )
)
_kept = _arriving.excluded
SAVE: Final = Statement(
    _arriving.on_conflict_do_update(
        index_elements=[TimeBlockRow.block_id],
        set_={
            "day": _kept.day,
            "start_minute": _kept.start_minute,
            "end_minute": _kept.end_minute,
            "repeat": _kept.repeat,
            "until": _kept.until,
            "note": _kept.note,
            "ends_at": _kept.ends_at,
        },
    )
)
FORGET_PERIODS: Final = Statement(
    delete(BlockedTimeRow).where(
        BlockedTimeRow.block_id == bindparam("block_id"), BlockedTimeRow.ends_at > bindparam("now")
    )
)
ADD_PERIODS: Final = TextStatement(
    """
    INSERT INTO blocked_time (block_id, provider_id, starts_at, ends_at)
    SELECT :block_id, :provider_id, p.starts_at, p.ends_at
    FROM unnest(CAST(:starts AS timestamptz[]), CAST(:ends AS timestamptz[])) AS p (starts_at, ends_at)
    ON CONFLICT DO NOTHING
    """
)
REMOVE: Final = Statement(delete(TimeBlockRow).where(_own, _this).returning(TimeBlockRow.block_id))
FORGET_OLD: Final = Statement(delete(TimeBlockRow).where(_own, TimeBlockRow.ends_at < bindparam("before")))
ERASE: Final = Statement(delete(TimeBlockRow).where(_own))


async def lock_provider(tx: Transaction, provider_id: str) -> None:
    """Let nobody book with the provider, nor the provider block time, until the transaction ends."""
    await LOCK_PROVIDER.run(tx, provider_id=provider_id)


async def open_blocks(tx: Connection, provider_id: str, now: datetime) -> list[Block]:
    """The provider's blocks that are not over, in order of time."""
    return [Block(*row) for row in await FIND_OPEN.all(tx, provider_id=provider_id, now=now)]


async def all_blocks(tx: Connection, provider_id: str) -> list[Block]:
    """All blocks that are kept of the provider."""
    return [Block(*row) for row in await FIND_ALL.all(tx, provider_id=provider_id)]


async def periods_between(
    tx: Connection, provider_id: str, first: datetime, last: datetime
) -> list[tuple[str, BlockedPeriod]]:
    """The provider's blocked periods that touch a stretch of time, with the ids of their blocks."""
    rows = await FIND_PERIODS.all(tx, provider_id=provider_id, first=first, last=last)
    return [(row.block_id, BlockedPeriod(row.starts_at, row.ends_at)) for row in rows]


async def first_booked(tx: Connection, provider_id: str, periods: Sequence[BlockedPeriod]) -> datetime | None:
    """The start of the first of these periods in which a session is held; None without one."""
    row = await FIND_BOOKED.one(tx, provider_id=provider_id, **_bounds(periods))
    return None if row is None else row.starts_at


async def save(tx: Transaction, block: Block, periods: Sequence[BlockedPeriod], now: datetime) -> None:
    """Write a block with its periods that are not over, instead of those that it had."""
    await FORGET_OLD.run(tx, provider_id=block.provider_id, before=now - KEPT)
    await SAVE.run(
        tx,
        block_id=block.block_id,
        provider_id=block.provider_id,
        day=block.day,
        start_minute=block.start,
        end_minute=block.end,
        repeat=block.repeat,
        until=block.until,
        note=block.note,
        ends_at=periods[-1].ends_at,
    )
    await FORGET_PERIODS.run(tx, block_id=block.block_id, now=now)
    await ADD_PERIODS.run(tx, block_id=block.block_id, provider_id=block.provider_id, **_bounds(periods))


async def remove(tx: Transaction, provider_id: str, block_id: str) -> bool:
    """Remove one of the provider's blocks with its periods; whether there was one."""
    return await REMOVE.value(tx, provider_id=provider_id, block_id=block_id) is not None


async def erase_time_blocks(tx: Transaction, provider_id: str) -> None:
    """Forget all blocks of an account that is deleted."""
    await ERASE.run(tx, provider_id=provider_id)


def _bounds(periods: Sequence[BlockedPeriod]) -> dict[str, object]:
    return {"starts": [each.starts_at for each in periods], "ends": [each.ends_at for each in periods]}
