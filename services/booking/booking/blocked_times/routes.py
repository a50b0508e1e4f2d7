"""Calls about time that a provider blocks (api.md 4): 403 for anybody else."""

from typing import Annotated, Final

from chassis.clock import Clock
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter, Query

from booking.blocked_times import service
from booking.blocked_times.schemas import BlockedTimes, BlockId, OneBlock, TimeToBlock
from booking.orders.schemas import Nothing
from booking.projections.provider_callers import ProviderAccount
from booking.serialization import ViewDay

router: Final = APIRouter(prefix="/api", tags=["hours"], route_class=Route)
BLOCKED: Final = "This time is blocked."
UNBLOCKED: Final = "This time is free again."


@router.get("/get_blocked_times")
async def get_blocked_times(
    first: Annotated[ViewDay, Query(alias="from")],
    last: Annotated[ViewDay, Query(alias="to")],
    caller: ProviderAccount,
    tx: Reading,
    clock: Clock,
) -> Answer[BlockedTimes]:
    """The caller's blocks that are not over, and their periods in the asked days."""
    return done(await service.blocked_times(tx, caller.id, first, last, clock()))


@router.post("/block_time")
async def block_time(
    wanted: TimeToBlock, caller: ProviderAccount, tx: Writing, clock: Clock
) -> Answer[OneBlock]:
    """Block time of the caller's calendar, once or repeatedly; never over an appointment."""
    return done(await service.block_time(tx, caller.id, wanted, clock()), BLOCKED)


@router.post("/unblock_time")
async def unblock_time(
    wanted: BlockId, caller: ProviderAccount, tx: Writing, clock: Clock
) -> Answer[Nothing]:
    """Remove one of the caller's blocks."""
    await service.unblock_time(tx, caller.id, wanted.iv_block_id, clock())
    return done(Nothing(), UNBLOCKED)
