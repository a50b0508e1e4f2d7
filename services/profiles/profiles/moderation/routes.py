"""Calls of the staff's queries. Every one is for accounts of the staff only: 403 for any other."""

from typing import Annotated, Literal

from chassis.clock import Clock
from chassis.errors import NotFound
from chassis.http.callers import ActingStaff, Staff
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.http.paging import PageQuery
from chassis.http.route import Route
from contracts.events.booking import ReadingReason
from contracts.events.profiles import ReportType
from fastapi import APIRouter, Path, Query

from profiles.audit_log import store as audit_log
from profiles.moderation import decisions, queries, store
from profiles.moderation.decisions import NO_SUCH_ACCOUNT, NO_SUCH_REPORT, Reason
from profiles.moderation.schemas import (
    AccountAnswer,
    Accounts,
    AccountStanding,
    Acts,
    DecisionRequest,
    Overview,
    PostAnswer,
    PostStanding,
    ReportAnswer,
    Reports,
    ReviewStanding,
    ReviewStandingAnswer,
    StandingAnswer,
    Verification,
    VerificationAnswer,
)

router = APIRouter(prefix="/api", tags=["staff"], route_class=Route)

BY_HAND = "The house rules"
"""The title of a standing that was set without a report."""


@router.get("/staff_get_overview")
async def staff_get_overview(caller: Staff, tx: Reading) -> Answer[Overview]:
    """How much waits."""
    return done(Overview(**await store.count_waiting(tx)))


@router.get("/staff_get_reports")
async def staff_get_reports(
    caller: Staff,
    tx: Reading,
    page: PageQuery,
    status: Literal["open", "closed"] = "open",
    report_type: Literal[""] | ReportType = "",
) -> Answer[Reports]:
    """The queue: open reports oldest first, closed ones newest first."""
    found = await queries.reports(
        tx,
        is_open=status == "open",
        report_type=report_type,
        after=page.after_id,
        limit=page.limit + 1,
    )
    shown, next_cursor = page.cut(found, lambda each: each.report_id)
    return done(Reports(reports=shown, next_cursor=next_cursor))


@router.get("/staff_get_report/{reportId}")
async def staff_get_report(
    report_id: Annotated[str, Path(alias="reportId", max_length=64)],
    caller: Staff,
    tx: Writing,
    clock: Clock,
    reason: ReadingReason,
) -> Answer[ReportAnswer]:
    """One report with its evidence and the history of the reported account; that it was read is logged."""
    report = await queries.report_whole(tx, report_id)
    if report is None:
        raise NotFound(NO_SUCH_REPORT)
    await audit_log.record_reading(
        tx,
        caller.id,
        "read_report",
        reason,
        thing_id=report_id,
        account_id=report.reported.owner_id,
        now=clock(),
    )
    return done(ReportAnswer(report=report))


@router.post("/staff_decide_report")
async def staff_decide_report(
    decision: DecisionRequest, caller: ActingStaff, tx: Writing, clock: Clock
) -> Answer[ReportAnswer]:
    """Dismiss it, warn, hide the post or suspend the account; the reporters learn the outcome."""
    await decisions.decide(tx, caller.id, decision, clock())
    report = await queries.report_whole(tx, decision.iv_report_id)
    if report is None:
        raise NotFound(NO_SUCH_REPORT)
    return done(ReportAnswer(report=report), "The report is decided.")


@router.get("/staff_get_accounts")
async def staff_get_accounts(
    caller: Staff,
    tx: Writing,
    clock: Clock,
    page: PageQuery,
    reason: ReadingReason,
    q: Annotated[str, Query(max_length=120)] = "",
    standing: Literal["all", "suspended"] = "all",
) -> Answer[Accounts]:
    """Accounts, the newest first; `q` is looked for in names, usernames and addresses. The look is logged."""
    await audit_log.record_reading(
        tx, caller.id, "read_accounts", reason, thing_id="", account_id="", now=clock()
    )
    found = await queries.accounts(
        tx,
        q=q.strip(),
        only_suspended=standing == "suspended",
        before=page.after_id,
        limit=page.limit + 1,
    )
    shown, next_cursor = page.cut(found, lambda each: each.owner_id)
    return done(Accounts(accounts=shown, next_cursor=next_cursor))


@router.get("/staff_get_account/{accountId}")
async def staff_get_account(
    account_id: Annotated[str, Path(alias="accountId", max_length=64)],
    caller: Staff,
    tx: Writing,
    clock: Clock,
    reason: ReadingReason,
) -> Answer[AccountAnswer]:
    """One account with its reports and what was done about it; that it was read is logged."""
    account = await queries.account_whole(tx, account_id)
    if account is None:
        raise NotFound(NO_SUCH_ACCOUNT)
    await audit_log.record_reading(
        tx, caller.id, "read_account", reason, thing_id=account_id, account_id=account_id, now=clock()
    )
    return done(AccountAnswer(account=account))


@router.post("/staff_set_account_standing")
async def staff_set_account_standing(
    standing: AccountStanding, caller: ActingStaff, tx: Writing, clock: Clock
) -> Answer[StandingAnswer]:
    """Suspend an account or restore it."""
    suspended = standing.iv_suspended == "yes"
    reason = Reason(caller.id, clock(), BY_HAND, standing.iv_note)
    await decisions.set_standing(tx, standing.iv_account_id, suspended=suspended, reason=reason)
    answer = StandingAnswer(owner_id=standing.iv_account_id, suspended=suspended)
    return done(answer, "The account is suspended." if suspended else "The account is restored.")


@router.post("/staff_set_post_standing")
async def staff_set_post_standing(
    standing: PostStanding, caller: ActingStaff, tx: Writing, clock: Clock
) -> Answer[PostAnswer]:
    """Hide a post that was reported, or show it again."""
    hidden = standing.iv_hidden == "yes"
    reason = Reason(caller.id, clock(), BY_HAND, standing.iv_note)
    await decisions.set_post(tx, standing.iv_post_id, hidden=hidden, reason=reason)
    answer = PostAnswer(post_id=standing.iv_post_id, hidden=hidden)
    return done(answer, "The post is hidden." if hidden else "The post is shown again.")


@router.post("/staff_set_review_standing")
async def staff_set_review_standing(
    standing: ReviewStanding, caller: ActingStaff, tx: Writing, clock: Clock
) -> Answer[ReviewStandingAnswer]:
    """Restore a review, or an answer to one, that was taken down, or take it down again."""
    removed = standing.iv_removed == "yes"
    reason = Reason(caller.id, clock(), BY_HAND, standing.iv_note)
    await decisions.set_review(tx, standing.iv_review_id, removed=removed, reason=reason)
    answer = ReviewStandingAnswer(review_id=standing.iv_review_id, removed=removed)
    return done(answer, "The review is taken down." if removed else "The review is restored.")


@router.post("/staff_set_verification")
async def staff_set_verification(
    verification: Verification, caller: ActingStaff, tx: Writing, clock: Clock
) -> Answer[VerificationAnswer]:
    """Give a provider the mark of manual verification, or take it."""
    verified = verification.iv_verified == "yes"
    reason = Reason(caller.id, clock(), "", verification.iv_note)
    await decisions.set_verified(tx, verification.iv_account_id, verified=verified, reason=reason)
    answer = VerificationAnswer(
        owner_id=verification.iv_account_id,
        manual_verification="verified" if verified else "unverified",
    )
    return done(answer, "The mark is given." if verified else "The mark is taken back.")


@router.get("/staff_get_audit_log")
async def staff_get_audit_log(caller: Staff, tx: Reading, page: PageQuery) -> Answer[Acts]:
    """Everything that the staff did, the newest first; nobody can change it."""
    found = await audit_log.newest(tx, before=page.after_id or audit_log.LAST, limit=page.limit + 1)
    shown, next_cursor = page.cut(found, lambda each: each.act_id)
    return done(Acts(acts=shown, next_cursor=next_cursor))
