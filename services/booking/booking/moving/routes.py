"""Calls by which a provider moves what is booked (api.md 4): 403 for anybody else."""

from typing import Final

from chassis.clock import Clock
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter

from booking.moving import service, store
from booking.moving.rules import How
from booking.moving.schemas import Move, Moved, MoveTerms, MoveTermsShown
from booking.projections.provider_callers import ProviderAccount

router: Final = APIRouter(prefix="/api", tags=["reschedule"], route_class=Route)

SAID: Final[dict[How, str]] = {
    "asked": "The new time was proposed.",
    "told": "The appointment was moved, and the client is told.",
    "moved": "The appointment was moved.",
}
KEPT: Final = "This is how you move appointments from now on."


@router.post("/move_appointment")
async def move_appointment(wanted: Move, caller: ProviderAccount, tx: Writing, clock: Clock) -> Answer[Moved]:
    """Move one of the caller's appointments or change its length: the client is asked, or told where the
    terms of moving allow it.
    """
    moved = await service.move(tx, caller, wanted, clock())
    return done(moved, "" if wanted.iv_only_check == "yes" else SAID[moved.how])


@router.get("/get_move_terms")
async def get_move_terms(caller: ProviderAccount, tx: Reading) -> Answer[MoveTermsShown]:
    """Until when before an appointment the caller moves it without asking."""
    return done(MoveTermsShown(told_until_hours=await store.told_until_hours(tx, caller.id)))


@router.post("/update_move_terms")
async def update_move_terms(
    wanted: MoveTerms, caller: ProviderAccount, tx: Writing
) -> Answer[MoveTermsShown]:
    """Say until when before an appointment the caller moves it without asking."""
    await store.keep_terms(tx, caller.id, wanted.iv_told_until_hours)
    return done(MoveTermsShown(told_until_hours=wanted.iv_told_until_hours), KEPT)
