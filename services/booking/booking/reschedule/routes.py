"""Calls about another time for an appointment: propose it, answer it. An addition to api.md 4."""

from typing import Final

from chassis.clock import Clock
from chassis.http.callers import Anyone
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done
from chassis.http.route import Route
from fastapi import APIRouter

from booking.orders.access import Bearer
from booking.orders.responses import proposal_changed
from booking.orders.schemas import LinkToken, OrderChanged
from booking.projections.provider_callers import ProviderAccount
from booking.reschedule import other_times
from booking.reschedule.schemas import NewTimeAnswer, NewTimeProposal, OtherTimesAsked, OtherTimesWanted
from booking.reschedule.service import answer_proposal, propose_time

router: Final = APIRouter(prefix="/api", tags=["reschedule"], route_class=Route)

ANSWERED: Final = {
    "accepted": "The appointment was moved to the proposed time.",
    "declined": "The proposed time was declined; the appointment stays as it was.",
    "withdrawn": "Your proposal was withdrawn; the appointment stays as it was.",
}


@router.post("/propose_new_time")
async def propose_new_time(
    wanted: NewTimeProposal, caller: Anyone, tx: Writing, clock: Clock, token: LinkToken = ""
) -> Answer[OrderChanged]:
    """Propose other slots for a pending or accepted appointment; either side may, a guest by the mailed link.

    The agreed time stays held until the other side accepts, and the proposed one is held as well.
    """
    changed = await propose_time(tx, Bearer(caller, token), wanted, clock())
    return done(proposal_changed(changed, "proposed"), "The new time was proposed.")


@router.post("/answer_new_time")
async def answer_new_time(
    said: NewTimeAnswer, caller: Anyone, tx: Writing, clock: Clock, token: LinkToken = ""
) -> Answer[OrderChanged]:
    """Accept or decline the time that the other side proposed, or withdraw one's own proposal."""
    changed = await answer_proposal(tx, Bearer(caller, token), said, clock())
    return done(proposal_changed(changed, said.iv_answer), ANSWERED[said.iv_answer])


@router.post("/ask_for_other_times")
async def ask_for_other_times(
    wanted: OtherTimesWanted, caller: ProviderAccount, tx: Writing, clock: Clock
) -> Answer[OtherTimesAsked]:
    """Ask the clients of several appointments to choose another time, and name the next free ones."""
    return done(await other_times.ask_for_other_times(tx, caller.id, wanted, clock()))
