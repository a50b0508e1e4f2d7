"""Reading and writing requests to the staff."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from chassis.db import Connection, Statement, Transaction, params
from sqlalchemy import bindparam, delete, func, insert, literal_column, select, update

from profiles.support_requests.models import UserRequestRow
from profiles.support_requests.schemas import GuestRequest, OwnRequest, RequestLine

_names = ("request_id", "account_id", "name", "email", "language", "topic", "question", "filed_at")
_requests: Final = select(
    UserRequestRow.request_id,
    UserRequestRow.topic,
    UserRequestRow.question.label("text"),
    UserRequestRow.filed_at,
    UserRequestRow.answer,
    UserRequestRow.answered_at,
    UserRequestRow.account_id,
    UserRequestRow.name,
    UserRequestRow.email,
)
# As the index has it: a plan that is kept for every account must know that it is none of a guest's.
_OF_ACCOUNT = (UserRequestRow.account_id == bindparam("account_id"), literal_column("account_id <> ''"))
_WAITS = UserRequestRow.answered_at.is_(None)
_AFTER = UserRequestRow.request_id > bindparam("after")
_BEFORE = UserRequestRow.request_id < bindparam("before")
_LIMIT = bindparam("limit")
FILE: Final = Statement(insert(UserRequestRow).values(params(*_names)))
LOCK_ACCOUNT: Final = Statement(
    select(func.pg_advisory_xact_lock(func.hashtextextended(bindparam("account_id"), 7)))
)
COUNT_OPEN: Final = Statement(select(func.count()).select_from(UserRequestRow).where(*_OF_ACCOUNT, _WAITS))
FIND_OWN: Final = Statement(
    _requests.where(*_OF_ACCOUNT, _BEFORE).order_by(UserRequestRow.request_id.desc()).limit(_LIMIT)
)
FIND_OPEN: Final = Statement(
    _requests.where(_WAITS, _AFTER).order_by(UserRequestRow.request_id).limit(_LIMIT)
)
FIND_ANSWERED: Final = Statement(
    _requests.where(UserRequestRow.answered_at.is_not(None), _BEFORE)
    .order_by(UserRequestRow.request_id.desc())
    .limit(_LIMIT)
)
_BY_ID = UserRequestRow.request_id == bindparam("request_id")
FIND: Final = Statement(_requests.where(_BY_ID))
LOCK: Final = Statement(select(UserRequestRow.language).where(_BY_ID).with_for_update())
ANSWER: Final = Statement(
    update(UserRequestRow)
    .where(_BY_ID, _WAITS)
    .values(answer=bindparam("answer"), answered_at=bindparam("now"))
    .returning(UserRequestRow.request_id)
)
OF_GUESTS: Final = literal_column("account_id = ''")
# As `contracts.guest_data.address_digest` has it.
_OF_ADDRESS: Final = func.encode(
    func.sha256(func.convert_to(func.lower(UserRequestRow.email), literal_column("'UTF8'"))),
    literal_column("'hex'"),
) == bindparam("address_digest")
FIND_OF_GUEST: Final = Statement(
    _requests.where(OF_GUESTS, _OF_ADDRESS).order_by(UserRequestRow.request_id.desc())
)
ERASE_GUEST: Final = Statement(delete(UserRequestRow).where(OF_GUESTS, _OF_ADDRESS))
LAST: Final = "~"
"""Sorts after every id."""


async def file_request(tx: Transaction, values: Mapping[str, object]) -> None:
    """Write a request."""
    await FILE.run(tx, **values)


async def open_of(tx: Transaction, account_id: str) -> int:
    """How many requests of an account wait; until the transaction ends, no other one counts them."""
    await LOCK_ACCOUNT.run(tx, account_id=account_id)
    return await COUNT_OPEN.value(tx, account_id=account_id)


async def own_requests(tx: Connection, account_id: str, *, before: str, limit: int) -> list[OwnRequest]:
    """An account's requests, the newest first."""
    rows = await FIND_OWN.all(tx, account_id=account_id, before=before or LAST, limit=limit)
    return [OwnRequest.model_validate(dict(row)) for row in rows]


async def requests(tx: Connection, *, is_open: bool, after: str, limit: int) -> list[RequestLine]:
    """Requests: open ones from the oldest on, answered ones from the newest on."""
    statement = FIND_OPEN if is_open else FIND_ANSWERED
    rows = await statement.all(tx, after=after, before=after or LAST, limit=limit)
    return [RequestLine.model_validate(dict(row)) for row in rows]


async def request_of(tx: Connection, request_id: str) -> RequestLine | None:
    """One request."""
    row = await FIND.one(tx, request_id=request_id)
    return RequestLine.model_validate(dict(row)) if row else None


async def language_of(tx: Transaction, request_id: str) -> str | None:
    """The language in which it is answered, the request locked; None when there is none."""
    return await LOCK.value(tx, request_id=request_id)


async def answer(tx: Transaction, request_id: str, words: str, now: datetime) -> bool:
    """Keep the answer; False when it has one already."""
    return await ANSWER.value(tx, request_id=request_id, answer=words, now=now) is not None


async def requests_of_guest(tx: Connection, address_digest: str) -> list[GuestRequest]:
    """What guests asked from this address, the newest first."""
    rows = await FIND_OF_GUEST.all(tx, address_digest=address_digest)
    return [GuestRequest.model_validate(dict(row)) for row in rows]


async def erase_guest_requests(tx: Transaction, address_digest: str) -> None:
    """Delete what guests asked from this address."""
    await ERASE_GUEST.run(tx, address_digest=address_digest)
