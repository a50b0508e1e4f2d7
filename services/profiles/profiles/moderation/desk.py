"""What lies on the staff's desk: reports and accounts, as lines of a list and whole."""

# ruff: noqa: S608 - composed of constants of this file; what callers send travels as parameters
from typing import Final

from chassis.db import Connection
from sqlalchemy import RowMapping, text

from profiles.avatar.drawing import drawn_path
from profiles.moderation import audit
from profiles.moderation.audit import LAST
from profiles.moderation.schemas import AccountLine, AccountWhole, Party, ReportLine, ReportWhole
from profiles.moderation.store import post_hidden
from profiles.profile.rules import initials_of

HISTORY: Final = 50
"""How many acts and reports stand beside a report or an account."""

_PARTY: Final = """
    {one}.account_id AS {one}_id, {one}.name AS {one}_name, {one}.username AS {one}_username,
    {one}.email AS {one}_email, {one}.staff AS {one}_staff, {one}.suspended_at AS {one}_suspended_at,
    {one}_profile.avatar AS {one}_avatar, {one}_profile.manually_verified AS {one}_verified,
    {one}_profile.completed_at AS {one}_completed_at
"""
_REPORTS: Final = f"""
    SELECT r.*, {_PARTY.format(one="reporter")}, {_PARTY.format(one="reported")},
           (SELECT count(*) FROM report o
            WHERE o.report_type = r.report_type AND o.issue_id = r.issue_id
              AND o.reported_id = r.reported_id AND o.status = 'open') AS same_issue
    FROM report r
    LEFT JOIN account reporter ON reporter.account_id = r.reporter_id
    LEFT JOIN profile reporter_profile ON reporter_profile.account_id = r.reporter_id
    LEFT JOIN account reported ON reported.account_id = r.reported_id
    LEFT JOIN profile reported_profile ON reported_profile.account_id = r.reported_id
"""
_OPEN: Final = "r.status = 'open' AND r.report_id > :after"
_CLOSED: Final = "r.status = 'closed' AND r.report_id < :after"
# Those of one type are statements of their own: 'any type or this one' fits no index.
_OF_TYPE: Final = "r.report_type = :report_type"
_LISTS: Final = {
    (is_open, of_type): text(
        f"""{_REPORTS} WHERE {_OPEN if is_open else _CLOSED} {f"AND {_OF_TYPE}" if of_type else ""}
            ORDER BY r.report_id {"" if is_open else "DESC"} LIMIT :limit"""
    )
    for is_open in (True, False)
    for of_type in (True, False)
}
_ONE = text(f"{_REPORTS} WHERE r.report_id = :report_id")
_ABOUT = text(f"{_REPORTS} WHERE r.reported_id = :account_id ORDER BY r.report_id DESC LIMIT :limit")
_ACCOUNTS: Final = f"""
    SELECT {_PARTY.format(one="a")}, a.created_at, a_profile.expertise, a_profile.city, a_profile.country,
           a_profile.bio,
           (SELECT count(*) FROM report r
            WHERE r.reported_id = a.account_id AND r.status = 'open') AS open_reports
    FROM account a LEFT JOIN profile a_profile ON a_profile.account_id = a.account_id
    WHERE NOT a.deleted
"""
_NEWEST = text(f"{_ACCOUNTS} AND a.account_id < :before ORDER BY a.account_id DESC LIMIT :limit")
_SUSPENDED = text(
    f"""{_ACCOUNTS} AND a.suspended_at IS NOT NULL AND a.account_id < :before
        ORDER BY a.account_id DESC LIMIT :limit"""
)
# Matches first: walked from the newest on, one rare match would be looked for through all accounts.
_FOUND = text(
    f"""
    WITH found AS MATERIALIZED (SELECT account_id FROM account WHERE lookup LIKE :like AND NOT deleted)
    {_ACCOUNTS} AND a.account_id IN (SELECT account_id FROM found) AND a.account_id < :before
    ORDER BY a.account_id DESC LIMIT :limit
    """
)
_ACCOUNT = text(f"{_ACCOUNTS} AND a.account_id = :account_id")


async def reports(
    tx: Connection, *, is_open: bool, report_type: str, after: str, limit: int
) -> list[ReportLine]:
    """Reports of one type, with '' of any: open ones from the oldest on, closed ones from the newest on;
    `after` '' is the beginning.
    """
    values: dict[str, object] = {"limit": limit, "after": after or ("" if is_open else LAST)}
    of_type = {"report_type": report_type} if report_type else {}
    rows = await tx.session.execute(_LISTS[is_open, bool(report_type)], values | of_type)
    return [_line(row) for row in rows.mappings()]


async def report_whole(tx: Connection, report_id: str) -> ReportWhole | None:
    """One report with its evidence, and what is known of the reported account."""
    row = (await tx.session.execute(_ONE, {"report_id": report_id})).mappings().one_or_none()
    if row is None:
        return None
    about = await reports_about(tx, row["reported_id"])
    return ReportWhole(
        **_line(row).model_dump(),
        details=row["details"],
        additional=row["additional"],
        evidence=row["evidence"],
        post_hidden=row["report_type"] == "posts" and await post_hidden(tx, row["issue_id"]),
        history=await audit.about(tx, row["reported_id"], HISTORY),
        other_reports=[line for line in about if line.report_id != report_id],
    )


async def reports_about(tx: Connection, account_id: str) -> list[ReportLine]:
    """The newest reports about an account."""
    rows = await tx.session.execute(_ABOUT, {"account_id": account_id, "limit": HISTORY})
    return [_line(row) for row in rows.mappings()]


async def accounts(
    tx: Connection, *, q: str, only_suspended: bool, before: str, limit: int
) -> list[AccountLine]:
    """Accounts, the newest first: all, the suspended ones, or those whose name, username or
    address has `q`.
    """
    values: dict[str, object] = {"before": before or LAST, "limit": limit}
    if only_suspended:
        found = await tx.session.execute(_SUSPENDED, values)
    elif q:
        plain = q.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        found = await tx.session.execute(_FOUND, {**values, "like": f"%{plain}%"})
    else:
        found = await tx.session.execute(_NEWEST, values)
    return [_account(row) for row in found.mappings()]


async def account_whole(tx: Connection, account_id: str) -> AccountWhole | None:
    """One account with its reports and what was done about it."""
    row = (await tx.session.execute(_ACCOUNT, {"account_id": account_id})).mappings().one_or_none()
    if row is None:
        return None
    whole = {
        **_account(row).model_dump(),
        **{name: row[name] or "" for name in ("expertise", "city", "country", "bio")},
        "suspended_at": row["a_suspended_at"],
        "reports": await reports_about(tx, account_id),
        "history": await audit.about(tx, account_id, HISTORY),
    }
    return AccountWhole.model_validate(whole)


def _line(row: RowMapping) -> ReportLine:
    plain = ("report_id", "report_type", "issue_id", "title", "status", "action", "filed_at", "closed_at",
             "same_issue")  # fmt: skip
    return ReportLine(
        **{name: row[name] for name in plain},
        reporter=_party(row, "reporter"),
        reported=_party(row, "reported"),
    )


def _party(row: RowMapping, one: str) -> Party:
    name, username = row[f"{one}_name"] or "", row[f"{one}_username"] or ""
    return Party(
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


def _account(row: RowMapping) -> AccountLine:
    return AccountLine(
        **_party(row, "a").model_dump(), created_date=row["created_at"], open_reports=row["open_reports"]
    )
