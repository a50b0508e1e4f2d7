"""Measured SQL of the staff console: lists of reports and accounts among hundreds of thousands."""

# ruff: noqa: S608 - composed of constants of this file; what callers send travels as parameters
from typing import Final

from chassis.db import TextStatement

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
REPORT_LISTS: Final = {
    (is_open, of_type): TextStatement(
        f"""{_REPORTS} WHERE {_OPEN if is_open else _CLOSED} {f"AND {_OF_TYPE}" if of_type else ""}
            ORDER BY r.report_id {"" if is_open else "DESC"} LIMIT :limit"""
    )
    for is_open in (True, False)
    for of_type in (True, False)
}
ONE_REPORT: Final = TextStatement(f"{_REPORTS} WHERE r.report_id = :report_id")
REPORTS_ABOUT: Final = TextStatement(
    f"{_REPORTS} WHERE r.reported_id = :account_id ORDER BY r.report_id DESC LIMIT :limit"
)
_ACCOUNTS: Final = f"""
    SELECT {_PARTY.format(one="a")}, a.created_at, a_profile.expertise, a_profile.city, a_profile.country,
           a_profile.bio,
           (SELECT count(*) FROM report r
            WHERE r.reported_id = a.account_id AND r.status = 'open') AS open_reports
    FROM account a LEFT JOIN profile a_profile ON a_profile.account_id = a.account_id
    WHERE NOT a.deleted
"""
NEWEST_ACCOUNTS: Final = TextStatement(
    f"{_ACCOUNTS} AND a.account_id < :before ORDER BY a.account_id DESC LIMIT :limit"
)
SUSPENDED_ACCOUNTS: Final = TextStatement(
    f"""{_ACCOUNTS} AND a.suspended_at IS NOT NULL AND a.account_id < :before
        ORDER BY a.account_id DESC LIMIT :limit"""
)
# Matches first: walked from the newest on, one rare match would be looked for through all accounts.
FOUND_ACCOUNTS: Final = TextStatement(
    f"""
    WITH found AS MATERIALIZED (SELECT account_id FROM account WHERE lookup LIKE :like AND NOT deleted)
    {_ACCOUNTS} AND a.account_id IN (SELECT account_id FROM found) AND a.account_id < :before
    ORDER BY a.account_id DESC LIMIT :limit
    """
)
ONE_ACCOUNT: Final = TextStatement(f"{_ACCOUNTS} AND a.account_id = :account_id")
