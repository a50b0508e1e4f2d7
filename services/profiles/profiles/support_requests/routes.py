"""Calls about requests: anybody may ask, the staff answer."""

from typing import Annotated, Final, Literal

from chassis.clock import Clock
from chassis.http.callers import Account, ActingStaff, Anyone, Staff, viewer_id
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done
from chassis.http.languages import AcceptLanguage
from chassis.http.paging import PageQuery
from chassis.http.route import Route
from fastapi import APIRouter, Path

from profiles.support_requests import store
from profiles.support_requests.schemas import (
    NewAnswer,
    NewRequest,
    OwnRequests,
    RequestAnswered,
    RequestFiled,
    Requests,
)
from profiles.support_requests.service import answer_request, ask_staff, request_or_404

router = APIRouter(prefix="/api", tags=["requests"], route_class=Route)

FILED: Final = "Thank you. We answer by e-mail."


@router.post("/create_user_request")
async def create_user_request(
    new: NewRequest,
    caller: Anyone,
    accept_language: AcceptLanguage,
    tx: Writing,
    clock: Clock,
) -> Answer[RequestFiled]:
    """Ask the staff something. Guests give a name and an address; accounts have ten open ones at most."""
    request_id = await ask_staff(tx, viewer_id(caller), new, accept_language=accept_language, now=clock())
    return done(RequestFiled(request_id=request_id), FILED)


@router.get("/get_user_requests")
async def get_user_requests(caller: Account, tx: Reading, page: PageQuery) -> Answer[OwnRequests]:
    """The caller's requests and their answers."""
    found = await store.own_requests(tx, caller.id, before=page.after_id, limit=page.limit + 1)
    shown, next_cursor = page.cut(found, lambda each: each.request_id)
    return done(OwnRequests(requests=shown, next_cursor=next_cursor))


@router.get("/staff_get_requests")
async def staff_get_requests(
    caller: Staff, tx: Reading, page: PageQuery, status: Literal["open", "closed"] = "open"
) -> Answer[Requests]:
    """Requests that wait, oldest first, or those that were answered, newest first."""
    found = await store.requests(tx, is_open=status == "open", after=page.after_id, limit=page.limit + 1)
    shown, next_cursor = page.cut(found, lambda each: each.request_id)
    return done(Requests(requests=shown, next_cursor=next_cursor))


@router.get("/staff_get_request/{requestId}")
async def staff_get_request(
    request_id: Annotated[str, Path(alias="requestId", max_length=64)], caller: Staff, tx: Reading
) -> Answer[RequestAnswered]:
    """One request."""
    return done(RequestAnswered(request=await request_or_404(tx, request_id)))


@router.post("/staff_answer_request")
async def staff_answer_request(
    answer: NewAnswer, caller: ActingStaff, tx: Writing, clock: Clock
) -> Answer[RequestAnswered]:
    """Answer a request, once; the answer is mailed."""
    answered = await answer_request(tx, caller.id, answer, clock())
    return done(RequestAnswered(request=answered), "The answer is on its way.")
