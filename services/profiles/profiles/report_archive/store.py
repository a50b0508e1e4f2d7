"""Moves reports into the archive. Nothing here reads it: the serving role may not (product.md 1.10)."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Final

from chassis.db import Statement, Transaction, params
from pydantic import JsonValue
from sqlalchemy import bindparam, delete, func, insert, select, update

from profiles.report_archive.models import ArchivedReportRow, LateEvidenceRow
from profiles.safety.models import ReportRow
from profiles.safety.rules import anonymous_reporter, without_reporter


@dataclass(frozen=True, slots=True)
class MovedReport:
    """A report on its way to the archive."""

    report_id: str
    reporter_id: str
    reported_id: str
    report_type: str
    issue_id: str
    title: str
    details: str
    additional: str
    filed_at: datetime
    status: str
    action: str
    closed_at: datetime | None
    evidence: dict[str, JsonValue] | None


@dataclass(frozen=True, slots=True)
class Leaving:
    """An account that goes, when, and how long the archive keeps its reports."""

    account_id: str
    username_digest: str
    now: datetime
    retention: timedelta


_REPORT: Final = tuple(getattr(ReportRow, name) for name in MovedReport.__dataclass_fields__)
_KEPT: Final = ("archived_at", "keep_until")
TAKE_ABOUT: Final = Statement(
    delete(ReportRow).where(ReportRow.reported_id == bindparam("account_id")).returning(*_REPORT),
    into=MovedReport,
)
LOCK_BY: Final = Statement(
    select(*_REPORT).where(ReportRow.reporter_id == bindparam("account_id")).with_for_update(),
    into=MovedReport,
)
MAKE_ANONYMOUS: Final = Statement(
    update(ReportRow)
    .where(ReportRow.report_id == bindparam("report_id"))
    .values(params("reporter_id", "evidence"))
)
# Inline: no RETURNING of the key, which takes the right to read.
ARCHIVE: Final = Statement(
    insert(ArchivedReportRow)
    .values(params(*MovedReport.__dataclass_fields__, "gone_id", "username_digest", *_KEPT))
    .inline()
)
ADD_EVIDENCE: Final = Statement(
    insert(LateEvidenceRow).values(params("report_id", "evidence", *_KEPT)).inline()
)
REMOVE_EXPIRED: Final = Statement(select(func.archive.remove_expired()))


async def archive_reports(tx: Transaction, leaving: Leaving) -> None:
    """Move the reports about an account to the archive, open ones too, and copy those that it filed.

    What it filed about others stays on the staff's desk, with an anonymous reporter.
    """
    about = await TAKE_ABOUT.all(tx, account_id=leaving.account_id)
    await _archive(tx, about, leaving, leaving.username_digest)
    filed = await LOCK_BY.all(tx, account_id=leaving.account_id)
    await _archive(tx, filed, leaving, "")
    await MAKE_ANONYMOUS.run_each(
        tx,
        [
            {
                "report_id": each.report_id,
                "reporter_id": anonymous_reporter(each.report_id),
                "evidence": _evidence(each),
            }
            for each in filed
        ],
    )


async def _archive(
    tx: Transaction, reports: Iterable[MovedReport], leaving: Leaving, username_digest: str
) -> None:
    kept = {
        "gone_id": leaving.account_id,
        "username_digest": username_digest,
        "archived_at": leaving.now,
        "keep_until": leaving.now + leaving.retention,
    }
    await ARCHIVE.run_each(tx, [{**asdict(each), "evidence": _evidence(each), **kept} for each in reports])


def _evidence(report: MovedReport) -> dict[str, JsonValue] | None:
    if report.evidence is None:
        return None
    return without_reporter(report.evidence, report.reported_id)


async def archive_late_evidence(
    tx: Transaction, report_id: str, evidence: Mapping[str, JsonValue], now: datetime, retention: timedelta
) -> None:
    """Add what the owner of a reported thing told of it, when the report is no longer on the desk."""
    anonymous = without_reporter(evidence, "")  # whom the report was about, only the archive's reader knows
    await ADD_EVIDENCE.run(
        tx, report_id=report_id, evidence=anonymous, archived_at=now, keep_until=now + retention
    )


async def remove_expired(tx: Transaction) -> None:
    """Remove what the archive need not keep any longer; the database alone judges what that is."""
    await REMOVE_EXPIRED.run(tx)
