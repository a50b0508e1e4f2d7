"""Calls about requests: anybody may ask, the staff answer."""

from typing import Annotated, Literal

from chassis.clock import Clock
from chassis.db import Connection, Transaction
from chassis.errors import NotFound
from chassis.http.callers import Account, Anyone, Staff
from chassis.http.dependencies import Reading, Writing
from chassis.http.envelope import Answer, done, refuse, refuse_fields
from chassis.http.languages import AcceptLanguage, language_of
from chassis.http.paging import PageQuery
from chassis.ids import new_id
from chassis.outbox import emit
from contracts.events.profiles import UserRequestAnswered, UserRequestFiled
from contracts.rules import messages
from fastapi import APIRouter, Path

from profiles.accounts.store import contact_of
from profiles.moderation.audit import Deed, write_down
from profiles.requests import store
from profiles.requests.schemas import (
    NewAnswer,
    NewRequest,
    OwnRequests,
    RequestAnswered,
    RequestFiled,
    RequestLine,
    Requests,
)

router = APIRouter(prefix="/api", tags=["requests"])

MOST_OPEN = 10
TOO_MANY_OPEN = "You have 10 requests that wait for an answer. Please wait for one of them."
NO_SUCH_REQUEST = "There is no such request."
ANSWERED = "This request was answered already."
FILED = "Thank you. We answer by e-mail."


async def _asker(tx: Transaction, new: NewRequest, account_id: str) -> tuple[str, str]:
    """Name and address of who asks: an account's own, a guest's as typed."""
    if account_id:
        contact = await contact_of(tx, account_id)
        if contact is None:
            raise NotFound("There is no such account.")
        return contact
    missing = {name: messages.REQUIRED for name in ("iv_name", "iv_email") if not getattr(new, name)}
    if missing:
        raise refuse_fields(**missing)
    return new.iv_name or "", new.iv_email or ""


@router.post("/create_user_request")
async def create_user_request(
    new: NewRequest,
    caller: Anyone,
    accept_language: AcceptLanguage,
    tx: Writing,
    clock: Clock,
) -> Answer[RequestFiled]:
    """Ask the staff something. Guests give a name and an address; accounts have ten open ones at most."""
    account_id = caller.id if caller and caller.kind == "account" else ""
    name, email = await _asker(tx, new, account_id)
    if account_id and await store.open_of(tx, account_id) >= MOST_OPEN:
        raise refuse(TOO_MANY_OPEN)
    request_id = new_id()
    values: dict[str, object] = {
        "request_id": request_id,
        "account_id": account_id,
        "name": name,
        "email": email,
        "language": language_of(new.iv_device_data, accept_language),
        "topic": new.iv_topic,
        "question": new.iv_text,
        "filed_at": clock(),
    }
    await store.file_request(tx, values)
    await emit(tx, UserRequestFiled(request_id=request_id, account_id=account_id, topic=new.iv_topic))
    return done(RequestFiled(request_id=request_id), FILED)


@router.get("/get_user_requests")
async def get_user_requests(caller: Account, tx: Reading, page: PageQuery) -> Answer[OwnRequests]:
    """What the caller asked, and what was answered."""
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
    return done(RequestAnswered(request=await _request_or_404(tx, request_id)))


@router.post("/staff_answer_request")
async def staff_answer_request(
    answer: NewAnswer, caller: Staff, tx: Writing, clock: Clock
) -> Answer[RequestAnswered]:
    """Answer a request, once; the answer is mailed."""
    now = clock()
    language = await store.language_of(tx, answer.iv_request_id)
    request = await _request_or_404(tx, answer.iv_request_id)
    if not await store.answer(tx, request.request_id, answer.iv_answer, now):
        raise refuse(ANSWERED)
    deed = Deed(caller.id, "answer_request", request.account_id, "", request.request_id)
    await write_down(tx, deed, now)
    await emit(
        tx,
        UserRequestAnswered(
            request_id=request.request_id,
            account_id=request.account_id,
            to=request.email,
            name=request.name,
            language=language or "english",
            topic=request.topic,
            question=request.text,
            answer=answer.iv_answer,
        ),
    )
    answered = await _request_or_404(tx, request.request_id)
    return done(RequestAnswered(request=answered), "The answer is on its way.")


async def _request_or_404(tx: Connection, request_id: str) -> RequestLine:
    request = await store.request_of(tx, request_id)
    if request is None:
        raise NotFound(NO_SUCH_REQUEST)
    return request
