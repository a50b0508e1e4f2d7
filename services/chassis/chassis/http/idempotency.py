"""A write repeated with the same Idempotency-Key answers as the first one did (api.md 1).

The key's row is the first thing the request's transaction inserts, and the answer is put into it before
the same transaction commits: there is no moment at which the effect is there and the answer is not. A
request that arrives while the first is under way waits at the row and then gets the first one's answer.
A request that was refused changed nothing and is not remembered.

Only the answers of routes with a `Writing` are kept; a route without one has nothing to double.
"""

import hashlib
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from datetime import timedelta
from typing import Final

import orjson
from fastapi import FastAPI, Request, Response
from sqlalchemy import Interval, bindparam, func, null, select, update
from sqlalchemy.dialects.postgresql import insert
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chassis.db import Record, Statement, Transaction, params
from chassis.errors import Problem, Refused
from chassis.http.callers import Verifier, bearer_of
from chassis.tables import idempotency_key

HEADER: Final = "idempotency-key"
KEPT_FOR: Final = timedelta(hours=24)
LONGEST_KEY: Final = 200
NOT_KEPT: Final = frozenset({"content-length", "date"})
_SCOPE_KEY: Final = "chassis.http.idempotency"

_key = idempotency_key.c
_MINE: Final = (
    _key.caller == bindparam("caller"),
    _key.path == bindparam("path"),
    _key.key == bindparam("key"),
)
_arriving = insert(idempotency_key).values(params("caller", "path", "key", "fingerprint"))
# A key without an answer (its request was cut off), or older than we promise, is claimed anew.
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
        | (_key.created_at < func.now() - bindparam("kept_for", type_=Interval())),
    ).returning(_key.key)
)
_HELD: Final = Statement(select(_key.fingerprint, _key.status, _key.headers, _key.body).where(*_MINE))
_KEEP: Final = Statement(update(idempotency_key).where(*_MINE).values(params("status", "headers", "body")))

TOO_LONG: Final = "The Idempotency-Key header is too long."
OTHER_REQUEST: Final = "This Idempotency-Key was used for another request."


class Answered(Exception):
    """The request was answered before; `response` is that answer."""

    def __init__(self, response: Response) -> None:
        super().__init__("answered before")
        self.response = response


class Attempt:
    """One request with an Idempotency-Key."""

    def __init__(self, key: str) -> None:
        self.key: Final = key
        self.body_hash: Final = hashlib.sha256()
        self._drawer: dict[str, str] = {}
        self._tx: Transaction | None = None
        self._ending = AsyncExitStack()

    @asynccontextmanager
    async def writing(
        self, request: Request, transaction: AbstractAsyncContextManager[Transaction]
    ) -> AsyncGenerator[Transaction]:
        """The request's transaction, with its key claimed; left open at the end for `keep` to commit.

        Raises `Answered` when the key has its answer, `Refused` when it belonged to another request.
        """
        async with AsyncExitStack() as stack:
            tx = await stack.enter_async_context(transaction)
            await self._claim(tx, request)
            yield tx
            self._tx = tx
            self._ending = stack.pop_all()

    async def _claim(self, tx: Transaction, request: Request) -> None:
        if len(self.key) > LONGEST_KEY:
            raise Refused(TOO_LONG)
        caller, path, fingerprint = await _caller_of(request), request.url.path, self.body_hash.digest()
        self._drawer = {"caller": caller, "path": path, "key": self.key}
        claim = {**self._drawer, "fingerprint": fingerprint, "kept_for": KEPT_FOR}
        if await _CLAIM.one(tx, **claim) is not None:
            return
        before = await _HELD.one(tx, **self._drawer)
        assert before is not None  # the claim has waited for whoever held it
        if before.fingerprint != fingerprint:
            raise Refused(OTHER_REQUEST)
        raise Answered(_response_of(before))

    async def keep(self, started: Message, body: bytes) -> None:
        """Write the answer beside the effect and commit both; nothing to do when nothing was written."""
        if self._tx is None:
            return
        headers = [
            [name.decode("latin-1"), value.decode("latin-1")]
            for name, value in started["headers"]
            if name.decode("latin-1").lower() not in NOT_KEPT
        ]
        async with self._ending:
            written = {
                "status": started["status"],
                "headers": orjson.dumps(headers).decode(),
                "body": body,
            }
            await _KEEP.run(self._tx, **self._drawer, **written)

    async def abandon(self, error: BaseException) -> None:
        """Roll back what is still open: the answer did not come to be."""
        await self._ending.__aexit__(type(error), error, error.__traceback__)


class IdempotencyKeys:
    """Holds an answer back until it is committed together with what it tells of."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        key = Headers(scope=scope).get(HEADER) if scope["type"] == "http" else None
        if not key or scope["method"] in {"GET", "HEAD", "OPTIONS"}:
            await self.app(scope, receive, send)
            return
        scope[_SCOPE_KEY] = attempt = Attempt(key)
        held: list[Message] = []

        async def hashed() -> Message:
            message = await receive()
            if message["type"] == "http.request":
                attempt.body_hash.update(message.get("body", b""))
            return message

        async def hold(message: Message) -> None:
            held.append(message)

        try:
            await self.app(scope, hashed, hold)
            if held:
                await attempt.keep(held[0], b"".join(part.get("body", b"") for part in held[1:]))
        except BaseException as error:
            await attempt.abandon(error)
            raise
        for message in held:
            await send(message)


def attempt_of(request: Request) -> Attempt | None:
    """What the request's Idempotency-Key asks for; None without one."""
    return request.scope.get(_SCOPE_KEY)


def install(app: FastAPI) -> None:
    """Honour Idempotency-Key on every write of `app`."""

    async def answer(_: Request, error: Exception) -> Response:
        assert isinstance(error, Answered)
        return error.response

    app.add_exception_handler(Answered, answer)
    app.add_middleware(IdempotencyKeys)


async def _caller_of(request: Request) -> str:
    """Whose key it is: the token's holder, or one drawer for all who have no valid token."""
    verifier: Verifier = request.app.state.verifier
    try:
        token = bearer_of(request)
        principal = await verifier.verify(token) if token else None
    except Problem:
        return ""
    return f"{principal.kind}:{principal.id}" if principal else ""


def _response_of(row: Record) -> Response:
    response = Response(row.body, status_code=row.status)
    stored: list[tuple[str, str]] = orjson.loads(row.headers)
    length = ("content-length", str(len(row.body)))
    response.raw_headers = [
        (name.encode("latin-1"), value.encode("latin-1")) for name, value in (*stored, length)
    ]
    return response
