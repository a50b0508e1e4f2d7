"""Hearing of reports and of what the staff decided."""

from datetime import timedelta
from typing import Final

from chassis.db import Transaction
from chassis.events import subscribe
from chassis.outbox import emit
from contracts.events.feed import PostChanged, PostEvidenceKept, PostRemoved
from contracts.events.profiles import PostStandingChanged, ReportClosed, ReportFiled, StandingChanged

from feed.posts.store import facts_of, locked
from feed.standing import store
from feed.standing.evidence import evidence_of

KEPT_AFTER_DECISION: Final = timedelta(days=90)
"""How long pictures outlive the report that they belong to: somebody may ask to look at it again."""


@subscribe(ReportFiled, only_news=True)
async def keep_evidence(event: ReportFiled, tx: Transaction) -> None:
    """Tell what the reported post was, and keep its pictures; nothing when it is not the account's post."""
    if event.report_type != "posts":
        return
    post = await locked(tx, event.issue_id)
    if post is None or post.owner_id != event.reported_id:
        await emit(tx, PostEvidenceKept(report_id=event.report_id, evidence={}))
        return
    await store.keep_pictures(tx, event.report_id, post)
    evidence = await evidence_of(tx, post)
    await emit(tx, PostEvidenceKept(report_id=event.report_id, evidence=evidence))


@subscribe(ReportClosed)
async def release_evidence(event: ReportClosed, tx: Transaction) -> None:
    """The pictures are needed for some time more."""
    await store.release_after(tx, event.report_id, event.closed_at + KEPT_AFTER_DECISION)


@subscribe(PostStandingChanged)
async def hide_post(event: PostStandingChanged, tx: Transaction) -> None:
    """Hide a post or show it again, and tell those who were told of it."""
    post = await store.hide_post(tx, event)
    if post is not None and post.announced:
        told = PostRemoved if event.hidden else PostChanged
        await emit(tx, told(post=facts_of(post)))


@subscribe(StandingChanged)
async def suspend_author(event: StandingChanged, tx: Transaction) -> None:
    """Everything of a suspended account is out of sight until it is restored."""
    await store.suspend_author(tx, event)


CONSUMERS = (keep_evidence, release_evidence, hide_post, suspend_author)
