"""The staff's log: each act is recorded in the transaction that does it, and never changes."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final, get_args

from chassis.db import Connection, Statement, Transaction, params
from chassis.ids import new_id
from sqlalchemy import bindparam, exists, func, insert, literal_column, select
from sqlalchemy.orm import aliased

from profiles.audit_log.models import StaffActRow
from profiles.audit_log.rules import ONE_READING, Act, Reading
from profiles.audit_log.schemas import ActShown
from profiles.projections.models import AccountRow

LAST: Final = "~"
"""Sorts after every id."""
_staff, _account = aliased(AccountRow), aliased(AccountRow)
RECORD: Final = Statement(
    insert(StaffActRow).values(
        params("act_id", "staff_id", "act", "account_id", "thing_id", "report_id", "note", "done_at")
    )
)
_acts: Final = (
    select(
        StaffActRow.act_id,
        StaffActRow.act,
        StaffActRow.staff_id,
        func.coalesce(_staff.name, "").label("staff_name"),
        StaffActRow.account_id,
        func.coalesce(_account.name, "").label("account_name"),
        StaffActRow.thing_id,
        StaffActRow.report_id,
        StaffActRow.note,
        StaffActRow.done_at,
    )
    .outerjoin(_staff, _staff.account_id == StaffActRow.staff_id)
    .outerjoin(_account, _account.account_id == StaffActRow.account_id)
    .order_by(StaffActRow.act_id.desc())
    .limit(bindparam("limit"))
)
_READINGS: Final = [literal_column(f"'{act}'") for act in get_args(Reading)]
FIND_BEFORE: Final = Statement(_acts.where(StaffActRow.act_id < bindparam("before")))
FIND_ABOUT: Final = Statement(
    _acts.where(StaffActRow.account_id == bindparam("about_id"), StaffActRow.act.not_in(_READINGS))
)
HAS_RECORDED: Final = Statement(select(exists().where(StaffActRow.act_id == bindparam("act_id"))))
HAS_READ: Final = Statement(
    select(
        exists().where(
            StaffActRow.staff_id == bindparam("staff_id"),
            StaffActRow.thing_id == bindparam("thing_id"),
            StaffActRow.act == bindparam("act"),
            StaffActRow.note == bindparam("note"),
            StaffActRow.done_at > bindparam("since"),
        )
    )
)


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """What a member of the staff does.

    `thing_id` names a post, request or order, or the report or account read; '' for the account itself.
    """

    staff_id: str
    act: Act
    account_id: str
    note: str
    thing_id: str = ""
    report_id: str = ""


async def record(tx: Transaction, entry: AuditEntry, now: datetime, act_id: str = "") -> None:
    """Add to the log; nothing ever changes or leaves it: a trigger refuses (product.md 7.3)."""
    await RECORD.run(tx, act_id=act_id or new_id(), done_at=now, **asdict(entry))


async def record_told(tx: Transaction, act_id: str, entry: AuditEntry, done_at: datetime) -> None:
    """Add what another service tells of, once, however often it does. `act_id` is the event's."""
    if not await HAS_RECORDED.value(tx, act_id=act_id):
        await record(tx, entry, done_at, act_id)


async def record_reading(
    tx: Transaction,
    staff_id: str,
    act: Reading,
    reason: str,
    *,
    thing_id: str,
    account_id: str,
    now: datetime,
    act_id: str = "",
) -> None:
    """Record that the staff looked at a report, an account, accounts or bookings, and why: one of
    `contracts.events.booking.ReadingReason` (product.md 7.3).

    Who looks again within an hour for the same reason has looked once.
    """
    since = now - ONE_READING
    if await HAS_READ.value(tx, staff_id=staff_id, act=act, thing_id=thing_id, note=reason, since=since):
        return
    await record(tx, AuditEntry(staff_id, act, account_id, reason, thing_id=thing_id), now, act_id)


async def newest(tx: Connection, *, before: str, limit: int) -> list[ActShown]:
    """Acts of everybody, those before the one with id `before` (`LAST` for the newest)."""
    rows = await FIND_BEFORE.all(tx, before=before, limit=limit)
    return [ActShown.model_validate(dict(row)) for row in rows]


async def about(tx: Connection, account_id: str, limit: int) -> list[ActShown]:
    """The newest acts about one account, without who looked at it."""
    rows = await FIND_ABOUT.all(tx, about_id=account_id, limit=limit)
    return [ActShown.model_validate(dict(row)) for row in rows]
