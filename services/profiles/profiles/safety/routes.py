"""Calls about blocks and reports (product.md 7.2; api.md 3)."""

from collections.abc import Sequence

from chassis.clock import Clock
from chassis.db import Connection
from chassis.errors import NotFound
from chassis.http.callers import Account
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.http.paging import PageQuery, cursor_of
from chassis.http.route import Route
from fastapi import APIRouter, Response

from profiles.projections.confirmed_callers import ConfirmedAccount
from profiles.safety import service, store
from profiles.safety.schemas import (
    BlockAdded,
    Blocked,
    BlockRemoved,
    BlockRequest,
    ReportFiledAnswer,
    ReportRequest,
)
from profiles.summaries.store import listed_accounts

router = APIRouter(prefix="/api", tags=["safety"], route_class=Route)

BLOCKED = "Account was successfully blocked"
UNBLOCKED = "Account was successfully unblocked"
REPORTED = "Your report was successfuly submitted"


async def _shown(tx: Connection, ids: Sequence[str]) -> list[Blocked]:
    cards = await listed_accounts(tx, ids)
    return [Blocked(**cards[one].model_dump(), user_id=one) for one in ids if one in cards]


@router.post("/add_to_block")
async def add_to_block(
    request: BlockRequest, caller: Account, tx: Writing, clock: Clock
) -> Answer[BlockAdded]:
    """Block an account: each side is hidden from the other."""
    await service.set_block(tx, caller.id, request.iv_user_id, blocked=True, now=clock())
    blocked = await _shown(tx, [request.iv_user_id])
    if not blocked:
        raise NotFound(service.NO_SUCH_ACCOUNT)
    return done(BlockAdded(block_info=blocked[0]), BLOCKED)


@router.post("/remove_from_block")
async def remove_from_block(
    request: BlockRequest, caller: Account, tx: Writing, clock: Clock
) -> Answer[BlockRemoved]:
    """Lift a block."""
    await service.set_block(tx, caller.id, request.iv_user_id, blocked=False, now=clock())
    return done(BlockRemoved(user_id=request.iv_user_id), UNBLOCKED)


@router.get("/get_blocked_accounts")
async def get_blocked_accounts(
    caller: Account, tx: Reading, page: PageQuery, response: Response
) -> Answer[list[Blocked]]:
    """The accounts the caller blocks; the next page's cursor is in X-Next-Cursor."""
    after = str(page.after[0]) if page.after else ""
    ids = await store.blocked_by(tx, caller.id, after=after, limit=page.limit + 1)
    if len(ids) > page.limit:
        response.headers["X-Next-Cursor"] = cursor_of(ids[page.limit - 1])
    return done(await _shown(tx, ids[: page.limit]))


@router.post("/report_user_account")
async def report_user_account(
    request: ReportRequest, caller: ConfirmedAccount, tx: Writing, clock: Clock
) -> Answer[ReportFiledAnswer]:
    """Report an account, or a post, an appointment, a message, a comment or a review of it."""
    report_id = await service.report(tx, caller.id, request, now=clock())
    return done(ReportFiledAnswer(report_id=report_id), REPORTED)
