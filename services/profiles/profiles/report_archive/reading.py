"""What an operator reads of the archive, with the role that owns it (product.md 1.10)."""

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any, Final

from chassis.db import Connection, Database, Statement
from sqlalchemy import bindparam, or_, select

from profiles.audit_log.models import StaffActRow
from profiles.audit_log.store import AuditEntry, record
from profiles.public_pages.rules import digest_of
from profiles.report_archive.models import ArchivedReportRow, LateEvidenceRow

_OF_ACCOUNT = select(ArchivedReportRow.report_id).where(
    or_(
        ArchivedReportRow.reporter_id == bindparam("wanted"),
        ArchivedReportRow.reported_id == bindparam("wanted"),
    )
)
_WHICH: Final = {
    "report": ArchivedReportRow.report_id == bindparam("wanted"),
    "account": ArchivedReportRow.report_id.in_(_OF_ACCOUNT),
    "username": ArchivedReportRow.username_digest == bindparam("wanted"),
}
FIND: Final = {
    kind: Statement(
        select(ArchivedReportRow.__table__)
        .where(which)
        .order_by(ArchivedReportRow.report_id, ArchivedReportRow.entry_id)
    )
    for kind, which in _WHICH.items()
}
FIND_LATE_EVIDENCE: Final = Statement(
    select(LateEvidenceRow.evidence).where(LateEvidenceRow.report_id == bindparam("report_id")).limit(1)
)
FIND_DECISIONS: Final = Statement(
    select(StaffActRow.act, StaffActRow.staff_id, StaffActRow.note, StaffActRow.done_at)
    .where(StaffActRow.report_id == bindparam("report_id"))
    .order_by(StaffActRow.number)
)


async def read(
    database: Database, kind: str, name: str, *, operator: str, reason: str, now: datetime
) -> AsyncIterator[dict[str, Any]]:
    """The archived reports by the id of a `report` or an `account`, or by the former `username` of who was
    reported; each with the staff's decisions on it. That they are read is in the staff's log before.

    The database refuses any role but the owner.
    """
    wanted = digest_of(name) if kind == "username" else name
    async with database.writing() as tx:
        await record(tx, AuditEntry(f"operator {operator}", "read_archive", "", reason, wanted), now)
    async with database.reading() as tx:
        for row in await FIND[kind].all(tx, wanted=wanted):
            yield await _whole(tx, dict(row))


async def _whole(tx: Connection, report: dict[str, Any]) -> dict[str, Any]:
    report_id = report["report_id"]
    if report["evidence"] is None:
        report["evidence"] = await FIND_LATE_EVIDENCE.value(tx, report_id=report_id)
    decisions = await FIND_DECISIONS.all(tx, report_id=report_id)
    return {**report, "decisions": [dict(each) for each in decisions]}
