"""Reading and writing what the staff decide about: reports, and the standing of accounts and posts."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from chassis.db import Connection, Record, Statement, Transaction, params
from contracts.events.profiles import ReportType
from pydantic import JsonValue
from sqlalchemy import bindparam, case, func, literal_column, null, select, union_all, update
from sqlalchemy.dialects.postgresql import insert

from profiles.moderation.models import PostStandingRow
from profiles.projections.models import AccountRow
from profiles.safety.models import ReportRow
from profiles.safety.rules import is_anonymous, without_reporter
from profiles.support_requests.models import UserRequestRow


@dataclass(frozen=True, slots=True)
class Report:
    """A report that is about to be decided."""

    report_id: str
    reporter_id: str
    reported_id: str
    report_type: ReportType
    issue_id: str
    title: str
    status: str
    evidence: dict[str, JsonValue] | None


@dataclass(frozen=True, slots=True)
class ClosedReport:
    """A report that was closed just now."""

    report_id: str
    reporter_id: str


_OPEN = literal_column("status = 'open'")  # as the partial index has it
_BY_ACCOUNT = AccountRow.account_id == bindparam("account_id")
_BY_POST = PostStandingRow.post_id == bindparam("post_id")
LOCK_REPORT: Final = Statement(
    select(
        ReportRow.report_id,
        ReportRow.reporter_id,
        ReportRow.reported_id,
        ReportRow.report_type,
        ReportRow.issue_id,
        ReportRow.title,
        ReportRow.status,
        ReportRow.evidence,
    )
    .where(ReportRow.report_id == bindparam("report_id"))
    .with_for_update(),
    into=Report,
)
CLOSE: Final = Statement(
    update(ReportRow)
    .where(
        ReportRow.report_type == bindparam("report_type"),
        ReportRow.issue_id == bindparam("issue_id"),
        ReportRow.reported_id == bindparam("reported_id"),
        _OPEN,
    )
    .values(status="closed", action=bindparam("action"), closed_at=bindparam("now"))
    .returning(ReportRow.report_id, ReportRow.reporter_id),
    into=ClosedReport,
)
KEEP_EVIDENCE: Final = Statement(
    update(ReportRow)
    .where(ReportRow.report_id == bindparam("report_id"), ReportRow.evidence.is_(None))
    .values(evidence=bindparam("evidence"))
)
SET_STANDING: Final = Statement(
    update(AccountRow)
    .where(
        _BY_ACCOUNT,
        AccountRow.deleted.is_(False),
        AccountRow.suspended_at.is_not(None) != bindparam("suspended", type_=AccountRow.deleted.type),
    )
    .values(
        suspended_at=case(
            (
                bindparam("suspended", type_=AccountRow.deleted.type),
                bindparam("now", type_=AccountRow.suspended_at.type),
            ),
            else_=null(),
        ),
        standing_revision=AccountRow.standing_revision + 1,
    )
    .returning(AccountRow.standing_revision)
)
IS_STAFF: Final = Statement(select(AccountRow.staff).where(_BY_ACCOUNT, AccountRow.deleted.is_(False)))
FIND_POST_OWNER: Final = Statement(
    union_all(
        select(PostStandingRow.owner_id).where(_BY_POST),
        select(ReportRow.reported_id).where(
            ReportRow.report_type == "posts",
            ReportRow.issue_id == bindparam("post_id"),
            ReportRow.evidence != literal_column("'{}'"),
        ),
    ).limit(1)
)
_standing = insert(PostStandingRow).values(
    revision=1, **params("post_id", "owner_id", "hidden", "changed_at")
)
SET_POST: Final = Statement(
    _standing.on_conflict_do_update(
        index_elements=[PostStandingRow.post_id],
        set_={
            "hidden": _standing.excluded.hidden,
            "changed_at": _standing.excluded.changed_at,
            "revision": PostStandingRow.revision + 1,
        },
        where=PostStandingRow.hidden != _standing.excluded.hidden,
    ).returning(PostStandingRow.revision)
)
IS_POST_HIDDEN: Final = Statement(select(PostStandingRow.hidden).where(_BY_POST))
COUNT_WAITING: Final = Statement(
    select(
        select(func.count()).select_from(ReportRow).where(_OPEN).scalar_subquery().label("open_reports"),
        select(func.count())
        .select_from(UserRequestRow)
        .where(UserRequestRow.answered_at.is_(None))
        .scalar_subquery()
        .label("open_requests"),
        select(func.count())
        .select_from(AccountRow)
        .where(AccountRow.suspended_at.is_not(None))
        .scalar_subquery()
        .label("suspended_accounts"),
    )
)

FIND_STANDINGS: Final = Statement(
    select(
        AccountRow.account_id,
        AccountRow.suspended_at.is_not(None).label("suspended"),
        AccountRow.standing_revision.label("revision"),
    )
    .where(AccountRow.standing_revision != 0)
    .order_by(AccountRow.account_id)
)
FIND_POST_STANDINGS: Final = Statement(
    select(
        PostStandingRow.post_id, PostStandingRow.owner_id, PostStandingRow.hidden, PostStandingRow.revision
    ).order_by(PostStandingRow.post_id)
)


async def lock_report(tx: Transaction, report_id: str) -> Report | None:
    """The report, locked until the transaction ends."""
    return await LOCK_REPORT.one(tx, report_id=report_id)


async def close_reports(tx: Transaction, report: Report, action: str, now: datetime) -> list[ClosedReport]:
    """Close this report and every other open one about the same thing: they get the same decision."""
    return await CLOSE.all(
        tx,
        action=action,
        now=now,
        report_type=report.report_type,
        issue_id=report.issue_id,
        reported_id=report.reported_id,
    )


async def keep_evidence(tx: Transaction, report_id: str, evidence: Mapping[str, JsonValue]) -> bool:
    """Keep what the owner of the reported thing announced of it, once; False for no report on the desk."""
    report = await lock_report(tx, report_id)
    if report is None:
        return False
    if is_anonymous(report.reporter_id):
        evidence = without_reporter(evidence, report.reported_id)
    await KEEP_EVIDENCE.run(tx, report_id=report_id, evidence=dict(evidence))
    return True


async def set_standing(tx: Transaction, account_id: str, *, suspended: bool, now: datetime) -> int | None:
    """Suspend or restore an account; the new revision, None when nothing changes or it is deleted."""
    return await SET_STANDING.value(tx, account_id=account_id, suspended=suspended, now=now)


async def is_staff(tx: Transaction, account_id: str) -> bool | None:
    """Whether the account is one of the staff; None when there is no such account."""
    return await IS_STAFF.value(tx, account_id=account_id)


async def owner_of_post(tx: Transaction, post_id: str) -> str | None:
    """Whose post it is, as far as it was ever reported."""
    return await FIND_POST_OWNER.value(tx, post_id=post_id)


async def set_post(
    tx: Transaction, post_id: str, owner_id: str, *, hidden: bool, now: datetime
) -> int | None:
    """Hide a post or show it again; the new revision, None when it stood so already."""
    return await SET_POST.value(tx, post_id=post_id, owner_id=owner_id, hidden=hidden, changed_at=now)


async def post_hidden(tx: Connection, post_id: str) -> bool:
    """Whether the staff hide the post."""
    return bool(await IS_POST_HIDDEN.value(tx, post_id=post_id))


async def count_waiting(tx: Connection) -> dict[str, int]:
    """How much waits for the staff."""
    row = await COUNT_WAITING.one(tx)
    return dict(row) if row else {}


async def every_standing(tx: Transaction) -> AsyncIterator[Record]:
    """Every account that the staff ever suspended, with its present standing."""
    async for row in FIND_STANDINGS.stream(tx):
        yield row


async def every_post_standing(tx: Transaction) -> AsyncIterator[Record]:
    """Every post that the staff ever hid, with its present standing."""
    async for row in FIND_POST_STANDINGS.stream(tx):
        yield row
