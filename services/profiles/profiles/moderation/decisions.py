"""Decisions of the staff. Each is written, recorded and published in one transaction."""

from dataclasses import dataclass
from datetime import datetime
from typing import cast

from chassis.db import Transaction
from chassis.errors import NotFound
from chassis.http.envelope import refuse, refuse_fields
from chassis.ids import new_id
from chassis.outbox import emit
from contracts.events.profiles_moderation import (
    AccountWarned,
    ContentRemoved,
    PostStandingChanged,
    ReportClosed,
    ReviewStandingChanged,
    StandingChanged,
    VerificationDecided,
)
from contracts.rules import messages

from profiles.audit_log.store import AuditEntry, record
from profiles.listings.store import refresh_listing, remove_listing
from profiles.moderation import review_standing_store, store
from profiles.moderation.rules import Action, applies, outcome_of
from profiles.moderation.schemas import DecisionRequest
from profiles.moderation.store import Report
from profiles.profile import store as profiles
from profiles.profile.service import announce
from profiles.safety.rules import is_anonymous

NO_SUCH_REPORT = "There is no such report."
NO_SUCH_ACCOUNT = "There is no such account."
NO_SUCH_POST = "There is no such post."
DECIDED = "This report was decided already."
CONTENT_GONE = "What was written was gone, or was not this account's, when the report came."
POST_GONE = "The post was gone, or was not this account's, when the report came."
STAFF_STAYS = "An account of the staff cannot be suspended here."
STANDS_SO = "The account stands so already."
POST_STANDS_SO = "The post stands so already."
NO_SUCH_REVIEW = "This review was never taken down."
REVIEW_STANDS_SO = "The review stands so already."
NO_PROVIDER = "Only the profile of a provider can be verified."


@dataclass(frozen=True, slots=True)
class Reason:
    """Who of the staff acts, when, and what the person it is about will read."""

    staff_id: str
    now: datetime
    title: str
    note: str
    report_id: str = ""


async def decide(tx: Transaction, staff_id: str, decision: DecisionRequest, now: datetime) -> None:
    """Decide a report, and every other open one about the same thing (product.md 7.3).

    The reporters learn the outcome.

    Raises `NotFound`, and `Refused` for a report that is closed or an action that does not fit it.
    """
    report = await store.lock_report(tx, decision.iv_report_id)
    if report is None:
        raise NotFound(NO_SUCH_REPORT)
    if report.status != "open":
        raise refuse(DECIDED)
    action = cast(Action, decision.iv_action)  # the rule of the field admits no other
    if not applies(action, report.report_type):
        raise refuse_fields(iv_action=messages.NOT_AN_OPTION)
    reason = Reason(staff_id, now, report.title, decision.iv_note, report.report_id)
    await _carry_out(tx, report, action, reason)
    for closed in await store.close_reports(tx, report, action, now):
        await emit(
            tx,
            ReportClosed(
                report_id=closed.report_id,
                reporter_id="" if is_anonymous(closed.reporter_id) else closed.reporter_id,
                reported_id=report.reported_id,
                report_type=report.report_type,
                title=report.title,
                outcome=outcome_of(action),
                closed_at=now,
            ),
        )


async def _carry_out(tx: Transaction, report: Report, action: Action, reason: Reason) -> None:
    match action:
        case "dismiss":
            entry = AuditEntry(
                reason.staff_id, "dismiss", report.reported_id, reason.note, "", reason.report_id
            )
            await record(tx, entry, reason.now)
        case "warn":
            await warn(tx, report.reported_id, reason)
        case "hide_post":
            if not report.evidence:
                raise refuse(POST_GONE)
            await _put_post(tx, report.issue_id, report.reported_id, hidden=True, reason=reason)
        case "remove_content":
            await _remove_content(tx, report, reason)
        case "suspend_account":
            await set_standing(tx, report.reported_id, suspended=True, reason=reason, again=True)


async def _remove_content(tx: Transaction, report: Report, reason: Reason) -> None:
    """Remove the reported comment, or take the reported review down; its author is told why."""
    if not report.evidence:
        raise refuse(CONTENT_GONE)
    owner_id, content_id = report.reported_id, report.issue_id
    if report.report_type == "reviews":
        await _put_review(tx, content_id, owner_id, removed=True, reason=reason)
        return
    entry = AuditEntry(reason.staff_id, "remove_content", owner_id, reason.note, content_id, reason.report_id)
    await record(tx, entry, reason.now)
    await emit(tx, ContentRemoved(content_type="comments", content_id=content_id, owner_id=owner_id))
    await _tell(tx, owner_id, reason)


async def _tell(tx: Transaction, account_id: str, reason: Reason) -> None:
    warned = AccountWarned(warning_id=new_id(), account_id=account_id, title=reason.title, note=reason.note)
    await emit(tx, warned)


async def warn(tx: Transaction, account_id: str, reason: Reason) -> None:
    """Tell an account that it broke a rule."""
    entry = AuditEntry(reason.staff_id, "warn", account_id, reason.note, "", reason.report_id)
    await record(tx, entry, reason.now)
    await _tell(tx, account_id, reason)


async def set_standing(
    tx: Transaction, account_id: str, *, suspended: bool, reason: Reason, again: bool = False
) -> None:
    """Suspend an account or restore it (product.md 7.4).

    Raises `NotFound` for an unknown account, `Refused` for one of the staff, and, unless `again`, for one
    that stands so already.
    """
    staff = await store.is_staff(tx, account_id)
    if staff is None:
        raise NotFound(NO_SUCH_ACCOUNT)
    if staff:
        raise refuse(STAFF_STAYS)
    revision = await store.set_standing(tx, account_id, suspended=suspended, now=reason.now)
    if revision is None and not again:
        raise refuse(STANDS_SO)
    act = "suspend_account" if suspended else "restore_account"
    await record(
        tx, AuditEntry(reason.staff_id, act, account_id, reason.note, "", reason.report_id), reason.now
    )
    if revision is None:
        return
    await (remove_listing if suspended else refresh_listing)(tx, account_id)
    await emit(
        tx,
        StandingChanged(
            account_id=account_id,
            suspended=suspended,
            title=reason.title,
            note=reason.note,
            revision=revision,
        ),
    )


async def set_post(tx: Transaction, post_id: str, *, hidden: bool, reason: Reason) -> None:
    """Hide a post that was reported once, or show it again. Raises `NotFound`, or `Refused` when it is so."""
    owner_id = await store.owner_of_post(tx, post_id)
    if owner_id is None:
        raise NotFound(NO_SUCH_POST)
    if await store.post_hidden(tx, post_id) == hidden:
        raise refuse(POST_STANDS_SO)
    await _put_post(tx, post_id, owner_id, hidden=hidden, reason=reason)


async def _put_post(tx: Transaction, post_id: str, owner_id: str, *, hidden: bool, reason: Reason) -> None:
    act = "hide_post" if hidden else "show_post"
    entry = AuditEntry(reason.staff_id, act, owner_id, reason.note, post_id, reason.report_id)
    await record(tx, entry, reason.now)
    revision = await store.set_post(tx, post_id, owner_id, hidden=hidden, now=reason.now)
    if revision is not None:
        changed = PostStandingChanged(
            post_id=post_id,
            owner_id=owner_id,
            hidden=hidden,
            title=reason.title,
            note=reason.note,
            revision=revision,
        )
        await emit(tx, changed)


async def set_review(tx: Transaction, review_id: str, *, removed: bool, reason: Reason) -> None:
    """Take down a review that was taken down once, or restore it. Its author is told why
    (product.md 7.3).

    Raises `NotFound` for one that never was, and `Refused` when it stands so.
    """
    standing = await review_standing_store.review_standing(tx, review_id)
    if standing is None:
        raise NotFound(NO_SUCH_REVIEW)
    if standing.removed == removed:
        raise refuse(REVIEW_STANDS_SO)
    await _put_review(tx, review_id, standing.owner_id, removed=removed, reason=reason)


async def _put_review(
    tx: Transaction, review_id: str, owner_id: str, *, removed: bool, reason: Reason
) -> None:
    act = "remove_content" if removed else "restore_content"
    entry = AuditEntry(reason.staff_id, act, owner_id, reason.note, review_id, reason.report_id)
    await record(tx, entry, reason.now)
    revision = await review_standing_store.set_review(
        tx, review_id, owner_id, removed=removed, now=reason.now
    )
    if revision is not None:
        changed = ReviewStandingChanged(
            review_id=review_id,
            owner_id=owner_id,
            removed=removed,
            title=reason.title,
            note=reason.note,
            revision=revision,
        )
        await emit(tx, changed)


async def set_verified(tx: Transaction, account_id: str, *, verified: bool, reason: Reason) -> None:
    """Give a provider the mark of manual verification, or take it; nothing happens when it is so already.

    Raises `NotFound` for an unknown account, `Refused` for one that is no provider.
    """
    if await store.is_staff(tx, account_id) is None:
        raise NotFound(NO_SUCH_ACCOUNT)
    before = await profiles.lock_profile(tx, account_id)
    if before.completed_at is None:
        raise refuse(NO_PROVIDER)
    revision = await profiles.set_verified(tx, account_id, verified=verified)
    if revision is None:
        return
    entry = AuditEntry(reason.staff_id, "verify" if verified else "unverify", account_id, reason.note)
    await record(tx, entry, reason.now)
    await announce(tx, await profiles.lock_profile(tx, account_id))
    await emit(
        tx,
        VerificationDecided(account_id=account_id, verified=verified, note=reason.note, revision=revision),
    )
