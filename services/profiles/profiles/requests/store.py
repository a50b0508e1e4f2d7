"""Reading and writing requests to the staff."""

from datetime import datetime
from typing import Final

from chassis.db import Connection, Transaction
from sqlalchemy import text

from profiles.requests.schemas import OwnRequest, RequestLine

_FILE = text(
    """
    INSERT INTO user_request (request_id, account_id, name, email, language, topic, question, filed_at)
    VALUES (:request_id, :account_id, :name, :email, :language, :topic, :question, :filed_at)
    """
)
_TURN = text("SELECT pg_advisory_xact_lock(hashtextextended(:account_id, 7))")
_READ: Final = """
    SELECT request_id, topic, question AS text, filed_at, answer, answered_at, account_id, name, email
    FROM user_request WHERE {which} LIMIT :limit
"""
_OF_ACCOUNT: Final = "account_id = :account_id AND account_id <> ''"
"""As the index has it: a plan that is kept for every account must know that it is none of a guest's."""
_OPEN_OF = text(f"SELECT count(*) FROM user_request WHERE {_OF_ACCOUNT} AND answered_at IS NULL")  # noqa: S608 - constants only
_OWN = text(_READ.format(which=f"{_OF_ACCOUNT} AND request_id < :before ORDER BY request_id DESC"))
_OPEN = text(_READ.format(which="answered_at IS NULL AND request_id > :after ORDER BY request_id"))
_ANSWERED = text(
    _READ.format(which="answered_at IS NOT NULL AND request_id < :after ORDER BY request_id DESC")
)
_ONE = text(_READ.format(which="request_id = :request_id"))
_LOCK = text("SELECT language FROM user_request WHERE request_id = :request_id FOR UPDATE")
_ANSWER = text(
    """
    UPDATE user_request SET answer = :answer, answered_at = :now
    WHERE request_id = :request_id AND answered_at IS NULL RETURNING request_id
    """
)


async def file_request(tx: Transaction, values: dict[str, object]) -> None:
    """Write a request."""
    await tx.session.execute(_FILE, values)


async def open_of(tx: Transaction, account_id: str) -> int:
    """How many requests of an account wait; until the transaction ends, no other one counts them."""
    await tx.session.execute(_TURN, {"account_id": account_id})
    return await tx.session.scalar(_OPEN_OF, {"account_id": account_id}) or 0


async def own_requests(tx: Connection, account_id: str, *, before: str, limit: int) -> list[OwnRequest]:
    """An account's requests, the newest first."""
    values = {"account_id": account_id, "before": before or "~", "limit": limit}
    rows = await tx.session.execute(_OWN, values)
    return [OwnRequest.model_validate(dict(row)) for row in rows.mappings()]


async def requests(tx: Connection, *, is_open: bool, after: str, limit: int) -> list[RequestLine]:
    """Requests: open ones from the oldest on, answered ones from the newest on."""
    values = {"after": after or ("" if is_open else "~"), "limit": limit}
    rows = await tx.session.execute(_OPEN if is_open else _ANSWERED, values)
    return [RequestLine.model_validate(dict(row)) for row in rows.mappings()]


async def request_of(tx: Connection, request_id: str) -> RequestLine | None:
    """One request."""
    rows = await tx.session.execute(_ONE, {"request_id": request_id, "limit": 1})
    row = rows.mappings().one_or_none()
    return RequestLine.model_validate(dict(row)) if row else None


async def language_of(tx: Transaction, request_id: str) -> str | None:
    """The language in which it is answered, the request locked; None when there is none."""
    return await tx.session.scalar(_LOCK, {"request_id": request_id})


async def answer(tx: Transaction, request_id: str, words: str, now: datetime) -> bool:
    """Keep the answer; False when it has one already."""
    values = {"request_id": request_id, "answer": words, "now": now}
    return await tx.session.scalar(_ANSWER, values) is not None
