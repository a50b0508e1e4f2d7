"""Asking the staff, and the staff's answer (product.md 9)."""

from datetime import datetime
from typing import Final

from chassis.db import Connection, Transaction
from chassis.errors import NotFound
from chassis.http.envelope import refuse, refuse_fields
from chassis.http.languages import language_of
from chassis.ids import new_id
from chassis.outbox import emit
from contracts.events.profiles import UserRequestAnswered, UserRequestFiled
from contracts.rules import messages

from profiles.audit_log.store import AuditEntry, record
from profiles.projections.store import Contact, contact_of
from profiles.support_requests import store
from profiles.support_requests.schemas import NewAnswer, NewRequest, RequestLine

MOST_OPEN: Final = 10
TOO_MANY_OPEN: Final = "You have 10 requests that wait for an answer. Please wait for one of them."
NO_SUCH_REQUEST: Final = "There is no such request."
ANSWERED: Final = "This request was answered already."


async def ask_staff(
    tx: Transaction, account_id: str, new: NewRequest, *, accept_language: str, now: datetime
) -> str:
    """File a request and return its id (product.md 9).

    `account_id` is '' for a guest, who gives a name and an address.

    Raises `Refused` when the account has ten open ones, or the guest's name or address is missing.
    """
    asker = await _asker(tx, new, account_id)
    if account_id and await store.open_of(tx, account_id) >= MOST_OPEN:
        raise refuse(TOO_MANY_OPEN)
    request_id = new_id()
    values: dict[str, object] = {
        "request_id": request_id,
        "account_id": account_id,
        "name": asker.name,
        "email": asker.email,
        "language": language_of(new.iv_device_data, accept_language),
        "topic": new.iv_topic,
        "question": new.iv_text,
        "filed_at": now,
    }
    await store.file_request(tx, values)
    await emit(tx, UserRequestFiled(request_id=request_id, account_id=account_id, topic=new.iv_topic))
    return request_id


async def _asker(tx: Transaction, new: NewRequest, account_id: str) -> Contact:
    """Name and address of the requester: an account's own, a guest's as typed."""
    if account_id:
        contact = await contact_of(tx, account_id)
        if contact is None:
            raise NotFound("There is no such account.")
        return contact
    missing = {name: messages.REQUIRED for name in ("iv_name", "iv_email") if not getattr(new, name)}
    if missing:
        raise refuse_fields(**missing)
    return Contact(new.iv_name or "", new.iv_email or "")


async def answer_request(tx: Transaction, staff_id: str, answer: NewAnswer, now: datetime) -> RequestLine:
    """Answer a request, once; the answer is mailed (product.md 9).

    Raises `NotFound`, or `Refused` when it has an answer.
    """
    language = await store.language_of(tx, answer.iv_request_id)
    request = await request_or_404(tx, answer.iv_request_id)
    if not await store.answer(tx, request.request_id, answer.iv_answer, now):
        raise refuse(ANSWERED)
    entry = AuditEntry(staff_id, "answer_request", request.account_id, "", request.request_id)
    await record(tx, entry, now)
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
    return await request_or_404(tx, request.request_id)


async def request_or_404(tx: Connection, request_id: str) -> RequestLine:
    """One request. Raises `NotFound`."""
    request = await store.request_of(tx, request_id)
    if request is None:
        raise NotFound(NO_SUCH_REQUEST)
    return request
