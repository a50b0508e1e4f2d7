"""Calls about a provider's day (api.md 4): 403 for anybody else."""

from typing import Final

from chassis.clock import Clock
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter

from booking.day import service
from booking.day.schemas import ChangesSeen, ScheduleChanges
from booking.orders.schemas import Nothing
from booking.projections.provider_callers import ProviderAccount

router: Final = APIRouter(prefix="/api", tags=["day"], route_class=Route)


@router.get("/get_schedule_changes")
async def get_schedule_changes(caller: ProviderAccount, tx: Reading, clock: Clock) -> Answer[ScheduleChanges]:
    """What others booked, moved and cancelled in the last days, and what of it the caller has not seen."""
    return done(await service.schedule_changes(tx, caller.id, clock()))


@router.post("/mark_changes_seen")
async def mark_changes_seen(
    seen: ChangesSeen, caller: ProviderAccount, tx: Writing, clock: Clock
) -> Answer[Nothing]:
    """The caller has looked at the changes until then; they are new on no device any more."""
    await service.mark_seen(tx, caller.id, seen.iv_seen_until, clock())
    return done(Nothing())
