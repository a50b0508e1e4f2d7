"""The envelope of every JSON response, errors included (api.md 1)."""

from collections.abc import Iterable
from typing import Any, Final, Generic, TypeVar

import orjson
import structlog
from contracts.rules import message_for
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chassis.db.errors import is_outage
from chassis.errors import CHECK_FIELDS, NotFound, Problem, Refused, RuleViolation, Unavailable
from chassis.http import refused_rights
from chassis.metrics import NO_ROUTE

T = TypeVar("T")
log = structlog.get_logger()

TEMPORARY = "Temporary server issue"
_SILENT: Final = b'{"main_msg":"","iv_msg":{}}'
_IS_JSON: Final = (b"content-type", b"application/json")


class EnvelopeMessage(BaseModel):
    """`main_msg` is for the screen, `iv_msg` for the fields, by their iv_ names."""

    main_msg: str = ""
    iv_msg: dict[str, str] = Field(default_factory=dict)


_NO_MESSAGE: Final = EnvelopeMessage()
"""Shared by all answers without one; nobody changes it."""


class Answer(BaseModel, Generic[T]):
    """`status` true with `data`, or false with a message that says what to correct."""

    status: bool
    message: EnvelopeMessage
    data: T | None = None


class JsonResponse(Response):
    """JSON bytes as an answer, without what Starlette asks of every response."""

    def __init__(self, body: bytes, headers: Iterable[tuple[bytes, bytes]] = (), status: int = 200) -> None:
        self.status_code = status
        self.body = body
        self.background = None
        self.raw_headers = [(b"content-length", b"%d" % len(body)), _IS_JSON, *headers]


def enveloped(
    data: bytes, message: bytes = _SILENT, headers: Iterable[tuple[bytes, bytes]] = ()
) -> JsonResponse:
    """JSON that is rendered already, as `data` of the envelope of a request that succeeded."""
    return JsonResponse(b'{"status":true,"message":%b,"data":%b}' % (message, data), headers)


def rendered(data: object, headers: Iterable[tuple[bytes, bytes]] = ()) -> JsonResponse:
    """Plain values as `data` of the envelope, for lists too long to make a model of each row.

    The caller's types say that they are what the contract says.
    """
    return enveloped(orjson.dumps(data, option=orjson.OPT_UTC_Z), headers=headers)


def done(data: T, main_msg: str = "") -> Answer[T]:
    """The response to a request that succeeded."""
    message = EnvelopeMessage(main_msg=main_msg) if main_msg else _NO_MESSAGE
    return Answer.model_construct(status=True, message=message, data=data)


def refuse(main_msg: str, **fields: str) -> Refused:
    """A refusal to raise: `raise refuse("The message", iv_email="the message for this field")`."""
    return Refused(main_msg, fields=fields)


def refuse_fields(**fields: str) -> Refused:
    """A refusal with messages for fields only."""
    return Refused(CHECK_FIELDS, fields=fields)


def problem_response(problem: Problem) -> Response:
    """The envelope for a problem, with its HTTP status and headers."""
    body = {
        "status": False,
        "message": {"main_msg": problem.main_msg, "iv_msg": problem.fields},
        "data": None,
    }
    return Response(
        orjson.dumps(body),
        status_code=problem.http_status,
        media_type="application/json",
        headers=problem.headers,
    )


def _validation_problem(error: RequestValidationError) -> Refused:
    fields: dict[str, str] = {}
    broken = False
    for detail in error.errors():
        place: tuple[Any, ...] = tuple(detail["loc"])
        if detail["type"] == "json_invalid" or len(place) < 2:
            broken = True
            continue
        fields.setdefault(str(place[1]), message_for(detail))
    if broken and not fields:
        return Refused("The request could not be read: it is not the JSON object this call takes.")
    return Refused(CHECK_FIELDS, fields=fields)


def _database_problem(error: BaseException) -> Problem:
    """SQLSTATE class 22 is a value that PostgreSQL cannot store; any other failure here is a server error."""
    state = str(getattr(getattr(error, "orig", error), "sqlstate", None) or "")
    if state.startswith("22"):
        return Refused("The request holds a value that cannot be used.")
    return Unavailable() if is_outage(error) else _Unforeseen()


class _Unforeseen(Problem):
    http_status = 500

    def __init__(self) -> None:
        super().__init__(TEMPORARY)


def problem_of(error: Exception) -> Problem:
    """The problem to answer for any exception; an unforeseen exception becomes a plain 500."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, RuleViolation):
        return Refused(error.message, fields=error.fields, refusal=error.refusal)
    if isinstance(error, RequestValidationError):
        return _validation_problem(error)
    if isinstance(error, HTTPException):
        return NotFound() if error.status_code in {404, 405} else _of_http(error)
    if isinstance(error, ConnectionError | TimeoutError):
        return Unavailable()
    return _database_problem(error)


def _of_http(error: HTTPException) -> Problem:
    """Starlette raises 400 for a body that it cannot read; the user can correct it, so it is a refusal."""
    if error.status_code == 400:
        return Refused("The request could not be read.")
    problem = Problem(str(error.detail), headers=dict(error.headers or {}))
    problem.http_status = error.status_code
    return problem


async def answer_to(request: Request, error: Exception) -> Response:
    """The answer to a request that failed. Logs what is not the caller's fault, and notes refused rights."""
    problem = problem_of(error)
    if problem.http_status >= 500:
        request_id = request.headers.get("x-request-id")
        log.error("request failed", path=_route_of(request.scope), request_id=request_id, exc_info=error)
    refused_rights.note(request, problem, _route_of(request.scope))
    return problem_response(problem)


def _route_of(scope: Scope) -> str:
    """The route's template: values in a path may be secrets."""
    return getattr(scope.get("route"), "path", NO_ROUTE)


class CatchAll:
    """Logs every exception that escapes a handler, and answers in the envelope without its details."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def watch(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, watch)
        except Exception as error:
            problem = problem_of(error)
            if problem.http_status >= 500:
                request_id = Headers(scope=scope).get("x-request-id")
                log.exception("request failed", path=_route_of(scope), request_id=request_id)
            if started:
                raise
            await problem_response(problem)(scope, receive, send)


def install(app: FastAPI) -> None:
    """Answer every exception of `app` in the envelope."""
    for kind in (Problem, RuleViolation, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, answer_to)
    app.add_middleware(CatchAll)
