"""The staff's log: every act is written down in the transaction that does it, and stays as it was written."""

from dataclasses import asdict, dataclass
from datetime import datetime

from chassis.db import Connection, Transaction
from chassis.ids import new_id
from sqlalchemy import text

from profiles.moderation.rules import Act
from profiles.moderation.schemas import ActShown

_WRITE = text(
    """
    INSERT INTO staff_act (act_id, staff_id, act, account_id, thing_id, report_id, note, done_at)
    VALUES (:act_id, :staff_id, :act, :account_id, :thing_id, :report_id, :note, :done_at)
    """
)
_READ = """
    SELECT t.act_id, t.act, t.staff_id, coalesce(s.name, '') AS staff_name,
           t.account_id, coalesce(a.name, '') AS account_name, t.thing_id, t.report_id, t.note, t.done_at
    FROM staff_act t
    LEFT JOIN account s ON s.account_id = t.staff_id
    LEFT JOIN account a ON a.account_id = t.account_id
    WHERE {which}
    ORDER BY t.act_id DESC LIMIT :limit
"""
_NEWEST = text(_READ.format(which="t.act_id < :before"))
_ABOUT = text(_READ.format(which="t.account_id = :account_id"))
LAST: str = "~"
"""Sorts after every id."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What a member of the staff does. `thing_id` names a post or request, '' for the account itself."""

    staff_id: str
    act: Act
    account_id: str
    note: str
    thing_id: str = ""
    report_id: str = ""


async def write_down(tx: Transaction, deed: Deed, now: datetime) -> None:
    """Add to the log; nothing ever changes or leaves it (a trigger refuses)."""
    await tx.session.execute(_WRITE, {**asdict(deed), "act_id": new_id(), "done_at": now})


async def newest(tx: Connection, *, before: str, limit: int) -> list[ActShown]:
    """Acts of everybody, those before the one with id `before` (`LAST` for the newest)."""
    rows = await tx.session.execute(_NEWEST, {"before": before, "limit": limit})
    return [ActShown.model_validate(dict(row)) for row in rows.mappings()]


async def about(tx: Connection, account_id: str, limit: int) -> list[ActShown]:
    """The newest acts about one account."""
    rows = await tx.session.execute(_ABOUT, {"account_id": account_id, "limit": limit})
    return [ActShown.model_validate(dict(row)) for row in rows.mappings()]
