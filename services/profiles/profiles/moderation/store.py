"""Reading and writing what the staff decide about: reports, and the standing of accounts and posts."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from chassis.db import Connection, Transaction
from pydantic import JsonValue
from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import JSONB

_LOCK_REPORT = text("SELECT * FROM report WHERE report_id = :report_id FOR UPDATE")
_CLOSE = text(
    """
    UPDATE report SET status = 'closed', action = :action, closed_at = :now
    WHERE report_type = :report_type AND issue_id = :issue_id AND reported_id = :reported_id
      AND status = 'open'
    RETURNING report_id, reporter_id
    """
)
_KEEP_EVIDENCE = text(
    "UPDATE report SET evidence = :evidence WHERE report_id = :report_id AND evidence IS NULL"
).bindparams(bindparam("evidence", type_=JSONB))
_SET_STANDING = text(
    """
    UPDATE account
    SET suspended_at = CASE WHEN :suspended THEN CAST(:now AS timestamptz) END,
        standing_revision = standing_revision + 1
    WHERE account_id = :account_id AND NOT deleted AND (suspended_at IS NOT NULL) <> :suspended
    RETURNING standing_revision
    """
)
_STAFF_OR_NOT = text("SELECT staff FROM account WHERE account_id = :account_id AND NOT deleted")
_OWNER_OF_POST = text(
    """
    SELECT owner_id FROM post_standing WHERE post_id = :post_id
    UNION ALL
    SELECT reported_id FROM report
    WHERE report_type = 'posts' AND issue_id = :post_id AND evidence <> '{}'
    LIMIT 1
    """
)
_SET_POST = text(
    """
    INSERT INTO post_standing (post_id, owner_id, hidden, changed_at, revision)
    VALUES (:post_id, :owner_id, :hidden, :now, 1)
    ON CONFLICT (post_id) DO UPDATE
        SET hidden = excluded.hidden, changed_at = excluded.changed_at, revision = post_standing.revision + 1
        WHERE post_standing.hidden <> excluded.hidden
    RETURNING revision
    """
)
_POST_HIDDEN = text("SELECT hidden FROM post_standing WHERE post_id = :post_id")
_VERIFY = text(
    """
    UPDATE profile SET manually_verified = :verified, revision = revision + 1
    WHERE account_id = :account_id AND completed_at IS NOT NULL AND manually_verified <> :verified
    RETURNING revision
    """
)
_OVERVIEW: Final = text(
    """
    SELECT (SELECT count(*) FROM report WHERE status = 'open') AS open_reports,
           (SELECT count(*) FROM user_request WHERE answered_at IS NULL) AS open_requests,
           (SELECT count(*) FROM account WHERE suspended_at IS NOT NULL) AS suspended_accounts
    """
)


class ReportRow(NamedTuple):
    """A report that is about to be decided."""

    report_id: str
    reporter_id: str
    reported_id: str
    report_type: Any
    issue_id: str
    title: str
    status: str
    evidence: dict[str, JsonValue] | None


class ClosedReport(NamedTuple):
    """A report that was closed just now."""

    report_id: str
    reporter_id: str


async def locked_report(tx: Transaction, report_id: str) -> ReportRow | None:
    """The report, locked until the transaction ends."""
    row = (await tx.session.execute(_LOCK_REPORT, {"report_id": report_id})).mappings().one_or_none()
    return ReportRow(*(row[name] for name in ReportRow._fields)) if row else None


async def close_reports(tx: Transaction, report: ReportRow, action: str, now: datetime) -> list[ClosedReport]:
    """Close this report and every other open one about the same thing: they get the same decision."""
    values = {
        "action": action,
        "now": now,
        "report_type": report.report_type,
        "issue_id": report.issue_id,
        "reported_id": report.reported_id,
    }
    return [ClosedReport(*row) for row in await tx.session.execute(_CLOSE, values)]


async def keep_evidence(tx: Transaction, report_id: str, evidence: Mapping[str, JsonValue]) -> None:
    """Keep what the owner of the reported thing told of it, once."""
    await tx.session.execute(_KEEP_EVIDENCE, {"report_id": report_id, "evidence": dict(evidence)})


async def set_standing(tx: Transaction, account_id: str, *, suspended: bool, now: datetime) -> int | None:
    """Suspend or restore an account; the new revision, None when it stood so already or is gone."""
    values = {"account_id": account_id, "suspended": suspended, "now": now}
    return await tx.session.scalar(_SET_STANDING, values)


async def is_staff(tx: Transaction, account_id: str) -> bool | None:
    """Whether the account is one of the staff; None when there is no such account."""
    return await tx.session.scalar(_STAFF_OR_NOT, {"account_id": account_id})


async def owner_of_post(tx: Transaction, post_id: str) -> str | None:
    """Whose post it is, as far as it was ever reported."""
    return await tx.session.scalar(_OWNER_OF_POST, {"post_id": post_id})


async def set_post(
    tx: Transaction, post_id: str, owner_id: str, *, hidden: bool, now: datetime
) -> int | None:
    """Hide a post or show it again; the new revision, None when it stood so already."""
    values = {"post_id": post_id, "owner_id": owner_id, "hidden": hidden, "now": now}
    return await tx.session.scalar(_SET_POST, values)


async def post_hidden(tx: Connection, post_id: str) -> bool:
    """Whether the staff hide the post."""
    return bool(await tx.session.scalar(_POST_HIDDEN, {"post_id": post_id}))


async def set_verified(tx: Transaction, account_id: str, *, verified: bool) -> int | None:
    """Give or take the mark; the profile's new revision, None when nothing changed or it is no provider."""
    return await tx.session.scalar(_VERIFY, {"account_id": account_id, "verified": verified})


async def overview(tx: Connection) -> dict[str, int]:
    """How much waits for the staff."""
    return dict((await tx.session.execute(_OVERVIEW)).mappings().one())
