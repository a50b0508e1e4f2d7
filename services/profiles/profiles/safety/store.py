"""Reading and writing blocks and reports."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from chassis.db import Connection, Record, Statement, Transaction, params
from sqlalchemy import bindparam, exists, func, literal_column, or_, select
from sqlalchemy.dialects.postgresql import insert

from profiles.safety.models import BlockRow, ReportRow


@dataclass(frozen=True, slots=True)
class Block:
    """Whether one account blocks another."""

    blocked: bool
    revision: int


_OF_BOTH = (
    BlockRow.blocker_id == bindparam("blocker_id"),
    BlockRow.blocked_id == bindparam("blocked_id"),
)
LOCK: Final = Statement(
    select(BlockRow.blocked, BlockRow.revision).where(*_OF_BOTH).with_for_update(), into=Block
)
_written = insert(BlockRow).values(revision=1, **params("blocker_id", "blocked_id", "blocked", "changed_at"))
WRITE: Final = Statement(
    _written.on_conflict_do_update(
        index_elements=[BlockRow.blocker_id, BlockRow.blocked_id],
        set_={
            "blocked": _written.excluded.blocked,
            "changed_at": _written.excluded.changed_at,
            "revision": BlockRow.revision + 1,
        },
    ).returning(BlockRow.blocked, BlockRow.revision),
    into=Block,
)
ARE_BLOCKED: Final = Statement(
    select(
        or_(
            *(
                exists().where(
                    BlockRow.blocked,
                    BlockRow.blocker_id == bindparam(blocker),
                    BlockRow.blocked_id == bindparam(blocked),
                )
                for blocker, blocked in (("one_id", "other_id"), ("other_id", "one_id"))
            )
        )
    )
)
FIND_BLOCKED: Final = Statement(
    select(BlockRow.blocked_id)
    .where(
        BlockRow.blocker_id == bindparam("blocker_id"),
        BlockRow.blocked,
        BlockRow.blocked_id > bindparam("after"),
    )
    .order_by(BlockRow.blocked_id)
    .limit(bindparam("limit"))
)
_SAME = ("reporter_id", "reported_id", "report_type", "issue_id", "title")
LOCK_REPORTER: Final = Statement(
    select(func.pg_advisory_xact_lock(func.hashtextextended(bindparam("reporter_id"), 8)))
)
_filed = [
    bindparam(name, type_=ReportRow.__table__.c[name].type)
    for name in ("report_id", *_SAME, "details", "additional", "filed_at", "evidence")
]
_waiting = (
    select(func.count())
    .select_from(ReportRow)
    .where(ReportRow.reporter_id == bindparam("reporter_id"), ReportRow.status == literal_column("'open'"))
    .scalar_subquery()
)
FILE: Final = Statement(
    insert(ReportRow)
    .from_select([each.key for each in _filed], select(*_filed).where(_waiting < bindparam("most_open")))
    .on_conflict_do_nothing(constraint="uq_report_once")
    .returning(ReportRow.report_id)
)
FIND_SAME: Final = Statement(
    select(ReportRow.report_id).where(*(getattr(ReportRow, name) == bindparam(name) for name in _SAME))
)

FIND_EVERY: Final = Statement(
    select(BlockRow.blocker_id, BlockRow.blocked_id, BlockRow.blocked, BlockRow.revision).order_by(
        BlockRow.blocker_id, BlockRow.blocked_id
    )
)


async def lock_block(tx: Transaction, blocker_id: str, blocked_id: str) -> Block | None:
    """Whether the one blocks the other, locked until the transaction ends."""
    return await LOCK.one(tx, blocker_id=blocker_id, blocked_id=blocked_id)


async def write_block(
    tx: Transaction, blocker_id: str, blocked_id: str, *, blocked: bool, now: datetime
) -> Block:
    """Write whether the one blocks the other."""
    written = await WRITE.one(
        tx, blocker_id=blocker_id, blocked_id=blocked_id, blocked=blocked, changed_at=now
    )
    assert written is not None
    return written


async def blocks_between(tx: Connection, one_id: str, other_id: str) -> bool:
    """Whether either of the two blocks the other."""
    return bool(await ARE_BLOCKED.value(tx, one_id=one_id, other_id=other_id))


async def blocked_by(tx: Connection, blocker_id: str, *, after: str, limit: int) -> list[str]:
    """The accounts that this one blocks, from the one after `after` on."""
    return await FIND_BLOCKED.column(tx, blocker_id=blocker_id, after=after, limit=limit)


async def file_report(
    tx: Transaction, reporter_id: str, values: Mapping[str, object], *, most_open: int
) -> str | None:
    """Write a report; None when the same one was filed before, or so many of the reporter's wait
    (product.md 7.2).

    Reports of one reporter are filed one after another, so that each counts those before.
    """
    await LOCK_REPORTER.run(tx, reporter_id=reporter_id)
    return await FILE.value(tx, most_open=most_open, reporter_id=reporter_id, **values)


async def filed_before(tx: Transaction, reporter_id: str, values: Mapping[str, object]) -> str | None:
    """The id of the same report, filed before; None for none."""
    return await FIND_SAME.value(tx, reporter_id=reporter_id, **values)


async def every_block(tx: Transaction) -> AsyncIterator[Record]:
    """Every block, the lifted ones included."""
    async for row in FIND_EVERY.stream(tx):
        yield row
