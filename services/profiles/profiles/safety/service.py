"""Blocking and reporting."""

from dataclasses import asdict
from datetime import datetime
from typing import Final

from chassis.db import Transaction
from chassis.errors import LoginOver, NotFound
from chassis.http.envelope import refuse
from chassis.ids import new_id
from chassis.outbox import emit
from chassis.projections import wait_for_projection
from contracts.events.profiles import BlockChanged
from contracts.events.profiles_moderation import ReportFiled
from contracts.rules.messages import ACTION_MESSAGES
from pydantic import JsonValue

from profiles.projections import store as accounts
from profiles.safety import store
from profiles.safety.schemas import ReportRequest
from profiles.summaries.store import listed_accounts

NO_SUCH_ACCOUNT = "There is no such account."
NO_SUCH_APPOINTMENT = "There is no such appointment between you and this account."
APPOINTMENT_PATIENCE_SECONDS: Final = 1.0
"""How long a report waits for the event of its appointment, which gathers (`profiles.handlers.on_orders`)."""
OWN_BLOCK = "You cannot block yourself."
OWN_REPORT = "You cannot report yourself."
MOST_OPEN: Final = 20
TOO_MANY_OPEN: Final = "You have 20 reports that wait for a decision. Please wait for one of them."


async def _knows(tx: Transaction, caller_id: str, other_id: str) -> None:
    if await accounts.is_deleted(tx, caller_id):
        raise LoginOver
    if not await accounts.known_account(tx, other_id):
        raise NotFound(NO_SUCH_ACCOUNT)


async def set_block(
    tx: Transaction, blocker_id: str, blocked_id: str, *, blocked: bool, now: datetime
) -> None:
    """Block an account or lift the block; nothing happens when it is so already (product.md 7.1)."""
    if blocker_id == blocked_id:
        raise refuse(OWN_BLOCK)
    await _knows(tx, blocker_id, blocked_id)
    before = await store.lock_block(tx, blocker_id, blocked_id)
    if blocked == bool(before and before.blocked):
        return
    after = await store.write_block(tx, blocker_id, blocked_id, blocked=blocked, now=now)
    await emit(tx, BlockChanged(blocker_id=blocker_id, blocked_id=blocked_id, **asdict(after)))


async def _account_evidence(tx: Transaction, account_id: str) -> dict[str, JsonValue]:
    """The account as others see it now; empty for one that nobody sees."""
    shown = (await listed_accounts(tx, [account_id])).get(account_id)
    return shown.model_dump(mode="json") if shown else {}


async def report(tx: Transaction, reporter_id: str, request: ReportRequest, *, now: datetime) -> str:
    """File a report and answer its id; the same report a second time is the first one (product.md 7.2).

    What an account was like is kept at once; other evidence is told by the service that owns the thing.

    Raises `NotFound` for an unknown account, or an appointment that is not one between the two, and `Refused`
    while `MOST_OPEN` reports of the reporter wait.
    """
    if reporter_id == request.iv_user_id:
        raise refuse(OWN_REPORT)
    await _knows(tx, reporter_id, request.iv_user_id)
    about_account = request.iv_report_type == "accounts"
    issue_id = request.iv_user_id if about_account else request.iv_report_issue_id
    if request.iv_report_type == "appointments" and not await wait_for_projection(
        lambda: accounts.have_met(tx, issue_id, reporter_id, request.iv_user_id),
        patience=APPOINTMENT_PATIENCE_SECONDS,
    ):
        raise NotFound(NO_SUCH_APPOINTMENT)
    values: dict[str, object] = {
        "report_id": new_id(),
        "reported_id": request.iv_user_id,
        "report_type": request.iv_report_type,
        "issue_id": issue_id,
        "title": request.iv_report_title,
        "details": request.iv_report_details,
        "additional": request.iv_report_additional or ACTION_MESSAGES["no_report_details"],
        "filed_at": now,
        "evidence": await _account_evidence(tx, request.iv_user_id) if about_account else None,
    }
    filed = await store.file_report(tx, reporter_id, values, most_open=MOST_OPEN)
    if filed is None:
        before = await store.filed_before(tx, reporter_id, values)
        if before is None:
            raise refuse(TOO_MANY_OPEN)
        return before
    event = ReportFiled(
        report_id=filed,
        reporter_id=reporter_id,
        reported_id=request.iv_user_id,
        report_type=request.iv_report_type,
        issue_id=issue_id,
        title=request.iv_report_title,
        filed_at=now,
    )
    await emit(tx, event)
    return filed
