"""Another time for an appointment: propose it, answer it. An addition to api.md 4."""

from typing import Final

from chassis.clock import Clock
from chassis.http.callers import Anyone
from chassis.http.dependencies import Writing
from chassis.http.envelope import Answer, done
from fastapi import APIRouter, Request

from booking.orders.responses import moved_answer
from booking.orders.routes import LinkToken, links_of
from booking.orders.schemas import OrderChanged
from booking.orders.service import Bearer, order_for
from booking.reschedule.schemas import NewTimeAnswer, NewTimeProposal
from booking.reschedule.service import answer, propose

router: Final = APIRouter(prefix="/api", tags=["reschedule"])

ANSWERED: Final = {
    "accepted": "The appointment was moved to the proposed time.",
    "declined": "The proposed time was declined; the appointment stays as it was.",
    "withdrawn": "Your proposal was withdrawn; the appointment stays as it was.",
}


@router.post("/propose_new_time")
async def propose_new_time(
    wanted: NewTimeProposal,
    caller: Anyone,
    tx: Writing,
    clock: Clock,
    request: Request,
    token: LinkToken = "",
) -> Answer[OrderChanged]:
    """Propose other slots for a pending or accepted appointment; either side may, a guest by the mailed link.

    The agreed time stays held until the other side accepts, and the proposed one is held as well.
    """
    links = links_of(request)
    order, role = await order_for(tx, wanted.iv_order_id, Bearer(caller, token), links, locked=True)
    changed = await propose(tx, order, role, wanted.iv_session_list, wanted.iv_feedback, links, clock())
    return done(moved_answer(changed, "proposed"), "The new time was proposed.")


@router.post("/answer_new_time")
async def answer_new_time(
    said: NewTimeAnswer,
    caller: Anyone,
    tx: Writing,
    clock: Clock,
    request: Request,
    token: LinkToken = "",
) -> Answer[OrderChanged]:
    """Accept or decline the time that the other side proposed, or withdraw one's own proposal."""
    links = links_of(request)
    order, role = await order_for(tx, said.iv_order_id, Bearer(caller, token), links, locked=True)
    changed = await answer(tx, order, role, said.iv_answer, said.iv_feedback, links, clock())
    return done(moved_answer(changed, said.iv_answer), ANSWERED[said.iv_answer])
