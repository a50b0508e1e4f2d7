"""What the staff see: reports and accounts, as lines of a list and whole."""

from typing import Final

from chassis.db import Connection, Record

from profiles.audit_log import store as audit_log
from profiles.audit_log.store import LAST
from profiles.drawn_avatar.drawing import drawn_path
from profiles.moderation.hot_sql import (
    FOUND_ACCOUNTS,
    NEWEST_ACCOUNTS,
    ONE_ACCOUNT,
    ONE_REPORT,
    REPORT_LISTS,
    REPORTS_ABOUT,
    SUSPENDED_ACCOUNTS,
)
from profiles.moderation.review_standing_store import review_standing
from profiles.moderation.schemas import AccountLine, AccountWhole, ReportLine, ReportParty, ReportWhole
from profiles.moderation.store import post_hidden
from profiles.profile.rules import initials_of

HISTORY: Final = 50
"""How many audit entries and reports are shown with a report or an account."""


async def reports(
    tx: Connection, *, is_open: bool, report_type: str, after: str, limit: int
) -> list[ReportLine]:
    """Reports of one type, with '' of any: open ones from the oldest on, closed ones from the newest on;
    `after` '' is the beginning.
    """
    values: dict[str, object] = {"limit": limit, "after": after or ("" if is_open else LAST)}
    of_type = {"report_type": report_type} if report_type else {}
    rows = await REPORT_LISTS[is_open, bool(report_type)].all(tx, **(values | of_type))
    return [_line(row) for row in rows]


async def report_whole(tx: Connection, report_id: str) -> ReportWhole | None:
    """One report with its evidence, and what is known of the reported account."""
    row = await ONE_REPORT.one(tx, report_id=report_id)
    if row is None:
        return None
    about = await reports_about(tx, row["reported_id"])
    return ReportWhole(
        **_line(row).model_dump(),
        details=row["details"],
        additional=row["additional"],
        evidence=row["evidence"],
        post_hidden=row["report_type"] == "posts" and await post_hidden(tx, row["issue_id"]),
        review_removed=row["report_type"] == "reviews" and await _review_removed(tx, row["issue_id"]),
        history=await audit_log.about(tx, row["reported_id"], HISTORY),
        other_reports=[line for line in about if line.report_id != report_id],
    )


async def _review_removed(tx: Connection, review_id: str) -> bool:
    standing = await review_standing(tx, review_id)
    return standing is not None and standing.removed


async def reports_about(tx: Connection, account_id: str) -> list[ReportLine]:
    """The newest reports about an account."""
    rows = await REPORTS_ABOUT.all(tx, account_id=account_id, limit=HISTORY)
    return [_line(row) for row in rows]


async def accounts(
    tx: Connection, *, q: str, only_suspended: bool, before: str, limit: int
) -> list[AccountLine]:
    """Accounts, the newest first: all, the suspended ones, or those whose name, username or
    address has `q`.
    """
    values: dict[str, object] = {"before": before or LAST, "limit": limit}
    if only_suspended:
        found = await SUSPENDED_ACCOUNTS.all(tx, **values)
    elif q:
        plain = q.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        found = await FOUND_ACCOUNTS.all(tx, like=f"%{plain}%", **values)
    else:
        found = await NEWEST_ACCOUNTS.all(tx, **values)
    return [_account(row) for row in found]


async def account_whole(tx: Connection, account_id: str) -> AccountWhole | None:
    """One account with its reports and what was done about it."""
    row = await ONE_ACCOUNT.one(tx, account_id=account_id)
    if row is None:
        return None
    whole = {
        **_account(row).model_dump(),
        **{name: row[name] or "" for name in ("expertise", "city", "country", "bio")},
        "suspended_at": row["a_suspended_at"],
        "reports": await reports_about(tx, account_id),
        "history": await audit_log.about(tx, account_id, HISTORY),
    }
    return AccountWhole.model_validate(whole)


def _line(row: Record) -> ReportLine:
    plain = ("report_id", "report_type", "issue_id", "title", "status", "action", "filed_at", "closed_at",
             "same_issue")  # fmt: skip
    return ReportLine(
        **{name: row[name] for name in plain},
        reporter=_party(row, "reporter"),
        reported=_party(row, "reported"),
    )


def _party(row: Record, one: str) -> ReportParty:
    name, username = row[f"{one}_name"] or "", row[f"{one}_username"] or ""
    return ReportParty(
        owner_id=row[f"{one}_id"] or "",
        name=name,
        username=username,
        email=row[f"{one}_email"] or "",
        avatar=row[f"{one}_avatar"] or drawn_path(initials_of(name, username)),
        provider=row[f"{one}_completed_at"] is not None,
        manual_verification="verified" if row[f"{one}_verified"] else "unverified",
        staff=bool(row[f"{one}_staff"]),
        suspended=row[f"{one}_suspended_at"] is not None,
    )


def _account(row: Record) -> AccountLine:
    return AccountLine(
        **_party(row, "a").model_dump(), created_date=row["created_at"], open_reports=row["open_reports"]
    )
