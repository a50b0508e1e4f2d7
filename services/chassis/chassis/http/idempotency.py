"""A write that is repeated with the same Idempotency-Key gets the response of the first one (api.md 1).

The request's transaction first inserts the key's row, and stores the response in it before it commits: the
effect and the response become visible together. A request that arrives while the first is in progress waits
for the row's lock and then gets the first one's response. A refused request changed nothing, so its key is
not stored. Key, query, body and response are stored so that only the same request can read them: some
responses hold a token, and a query may have that of a guest's link.

A request that writes with one statement stores the key and its response by that statement
(`hot_sql.STORE_ANSWER_SQL`), which saves four round trips. Nothing is claimed before, so whatever it is
refused for, the key is looked at before it is told so: the rules may have refused it for its own effect.

Only the responses of routes with a `Writing` or `writing_at_once` are stored; any other writes nothing.
"""

from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from datetime import timedelta
from typing import Any, Final

import orjson
from fastapi import FastAPI, Request, Response
from sqlalchemy import Interval, bindparam, func, null, select, update
from sqlalchemy.dialects.postgresql import insert
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chassis.db import Record, Statement, Transaction, params
from chassis.errors import Problem, Refused
from chassis.http.callers import CALLER, Principal, caller_of
from chassis.http.sealed_answers import AnswerSeal
from chassis.tables import idempotency_key

HEADER: Final = "idempotency-key"
RETENTION: Final = timedelta(hours=24)
LONGEST_KEY: Final = 200
UNSTORED_HEADERS: Final = frozenset({"content-length", "date", "set-cookie"})
_SCOPE_KEY: Final = "chassis.http.idempotency"

_key = idempotency_key.c
_MINE: Final = (
    _key.caller == bindparam("caller"),
    _key.path == bindparam("path"),
    _key.key == bindparam("key"),
)
_arriving = insert(idempotency_key).values(params("caller", "path", "key", "fingerprint"))
# A key without a response (its request was cut off), or older than the retention, is claimed anew.
_CLAIM: Final = Statement(
    _arriving.on_conflict_do_update(
        index_elements=[_key.caller, _key.path, _key.key],
        set_={
            "fingerprint": _arriving.excluded.fingerprint,
            "status": null(),
            "headers": null(),
            "body": null(),
            "created_at": func.now(),
        },
        where=_key.status.is_(None)
        | (_key.created_at < func.now() - bindparam("retention", type_=Interval())),
    ).returning(_key.key)
)
_HELD: Final = Statement(select(_key.fingerprint, _key.status, _key.headers, _key.body).where(*_MINE))
_STORE: Final = Statement(update(idempotency_key).where(*_MINE).values(params("status", "headers", "body")))

TOO_LONG: Final = "The Idempotency-Key header is too long."
OTHER_REQUEST: Final = "This Idempotency-Key was used for another request."


class Answered(Exception):
    """The request was answered before, with `response`."""

    def __init__(self, response: Response) -> None:
        super().__init__("answered before")
        self.response = response


class KeyInUse(Exception):
    """A statement with `hot_sql.STORE_ANSWER_SQL` has written nothing: its key has a response."""


class Attempt:
    """One request with an Idempotency-Key."""

    def __init__(self, key: str, query: bytes) -> None:
        self.key: Final = key
        self.seal: Final = AnswerSeal(key, query)
        self._row_key: dict[str, str] = {}
        self._tx: Transaction | None = None
        self._ending = AsyncExitStack()

    def hashing(self, receive: Receive) -> Receive:
        """`receive`, with each part of the body taken into account."""

        async def hashed() -> Message:
            message = await receive()
            if message["type"] == "http.request":
                self.seal.add(message.get("body", b""))
            return message

        return hashed

    @asynccontextmanager
    async def writing(
        self, request: Request, transaction: AbstractAsyncContextManager[Transaction]
    ) -> AsyncGenerator[Transaction]:
        """The request's transaction, with its key claimed. It stays open for `store` to commit.

        Raises `Answered` when the key already has a response, `Refused` when it belongs to another request.
        """
        async with AsyncExitStack() as stack:
            tx = await stack.enter_async_context(transaction)
            await self._read_row_key(request)
            await self._claim(tx)
            yield tx
            self._tx = tx
            self._ending = stack.pop_all()

    @asynccontextmanager
    async def writing_at_once(
        self, request: Request, transaction: AbstractAsyncContextManager[Transaction]
    ) -> AsyncGenerator[Transaction]:
        """The transaction of a request that writes with one statement, which stores `answer_values` too and
        raises `KeyInUse` if it wrote nothing. Raises what `writing` raises.
        """
        await self._read_row_key(request)
        async with transaction as tx:
            try:
                yield tx
            except Exception:
                # Waits for a request with this key that is in progress. A claim is rolled back with the rest.
                await self._claim(tx)
                raise

    def answer_values(self, response: Response) -> dict[str, object]:
        """The values of `hot_sql.STORE_ANSWER_SQL`."""
        return {
            "key_caller": self._row_key["caller"],
            "key_path": self._row_key["path"],
            "key_digest": self._row_key["key"],
            "key_fingerprint": self.seal.fingerprint,
            "key_status": response.status_code,
            "key_headers": _headers_text(response.raw_headers),
            "key_body": self.seal.close(bytes(response.body)),
            "key_retention": RETENTION,
        }

    async def _read_row_key(self, request: Request) -> None:
        if len(self.key) > LONGEST_KEY:
            raise Refused(TOO_LONG)
        caller = await _caller_of(request)
        self._row_key = {"caller": caller, "path": request.scope["path"], "key": self.seal.key_digest}

    async def _claim(self, tx: Transaction) -> None:
        fingerprint = self.seal.fingerprint
        claim = {**self._row_key, "fingerprint": fingerprint, "retention": RETENTION}
        if await _CLAIM.one(tx, **claim) is not None:
            return
        before = await _HELD.one(tx, **self._row_key)
        assert before is not None  # the claim waited for the transaction that held the row
        if before.fingerprint != fingerprint:
            raise Refused(OTHER_REQUEST)
        raise Answered(_response_of(before, self.seal.open(before.body)))

    async def store(self, status: int, headers: Iterable[tuple[bytes, bytes]], body: bytes) -> None:
        """Store the response in the effect's transaction and commit both; does nothing if there is none."""
        if self._tx is None:
            return
        async with self._ending:
            written = {
                "status": status,
                "headers": _headers_text(headers),
                "body": self.seal.close(body),
            }
            await _STORE.run(self._tx, **self._row_key, **written)

    async def abandon(self, error: BaseException) -> None:
        """Roll back the open transaction: there is no response."""
        await self._ending.__aexit__(type(error), error, error.__traceback__)


class IdempotencyKeys:
    """Holds a response back until it is committed together with its effect."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_write = scope["type"] == "http" and scope["method"] not in {"GET", "HEAD", "OPTIONS"}
        attempt = _begun(scope) if is_write else None
        if attempt is None:
            await self.app(scope, receive, send)
            return
        held: list[Message] = []

        async def hold(message: Message) -> None:
            held.append(message)

        try:
            await self.app(scope, attempt.hashing(receive), hold)
            if held:
                body = b"".join(part.get("body", b"") for part in held[1:])
                await attempt.store(held[0]["status"], held[0]["headers"], body)
        except BaseException as error:
            await attempt.abandon(error)
            raise
        for message in held:
            await send(message)


async def answered_once(
    request: Request, respond: Callable[[Request], Coroutine[Any, Any, Response]]
) -> Response:
    """What `respond` answers to a write that does not pass through `IdempotencyKeys`, which it stands for."""
    attempt = _begun(request.scope)
    if attempt is None:
        return await respond(request)
    try:
        response = await respond(Request(request.scope, attempt.hashing(request.receive)))
        await attempt.store(response.status_code, response.raw_headers, bytes(response.body))
    except Answered as before:
        return before.response
    except BaseException as error:
        await attempt.abandon(error)
        raise
    return response


def _begun(scope: Scope) -> Attempt | None:
    """The attempt of a request that begins, noted in its scope; None without an Idempotency-Key."""
    key = Headers(scope=scope).get(HEADER)
    if not key:
        return None
    scope[_SCOPE_KEY] = attempt = Attempt(key, scope["query_string"])
    return attempt


def attempt_of(request: Request) -> Attempt | None:
    """The attempt of a request with an Idempotency-Key; None without one."""
    return request.scope.get(_SCOPE_KEY)


def install(app: FastAPI) -> None:
    """Support Idempotency-Key on every write of `app`."""

    async def answer(_: Request, error: Exception) -> Response:
        assert isinstance(error, Answered)
        return error.response

    app.add_exception_handler(Answered, answer)
    app.add_middleware(IdempotencyKeys)


async def _caller_of(request: Request) -> str:
    """The key's owner: the token's holder; '' for all callers without a valid token."""
    principal: Principal | None = request.scope.get(CALLER)
    if principal is None:
        try:
            principal = await caller_of(request)
        except Problem:
            return ""
    return f"{principal.kind}:{principal.id}" if principal else ""


def _headers_text(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The headers that are stored, as JSON."""
    return orjson.dumps(
        [
            [name.decode("latin-1"), value.decode("latin-1")]
            for name, value in headers
            if name.decode("latin-1").lower() not in UNSTORED_HEADERS
        ]
    ).decode()


def _response_of(row: Record, body: bytes) -> Response:
    response = Response(body, status_code=row.status)
    stored: list[tuple[str, str]] = orjson.loads(row.headers)
    length = ("content-length", str(len(body)))
    response.raw_headers = [
        (name.encode("latin-1"), value.encode("latin-1")) for name, value in (*stored, length)
    ]
    return response
