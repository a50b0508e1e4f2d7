"""Routes of the hottest paths, which read the request themselves.

FastAPI's solving of dependencies costs more than such a route's statement (measured: 220 µs of processor
time for four dependencies and a query of seven names, against 45 µs). All other routes declare dependencies.
"""

import inspect
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from email.message import Message
from functools import wraps
from json import JSONDecodeError
from typing import Any, Generic, TypeVar, get_args

from fastapi import HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError
from starlette.datastructures import Headers

from chassis.db.errors import is_stale_statement
from chassis.etags import is_known
from chassis.http.idempotency import answered_once

M = TypeVar("M", bound=BaseModel)


class RawRoute(APIRoute):
    """A route whose function takes only the request and returns the response."""

    @property
    def respond(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Answers a request, for `chassis.http.direct_routes`."""
        return self.endpoint

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The function itself, without FastAPI's solving of dependencies."""
        return self.endpoint


@dataclass(frozen=True, slots=True)
class UncheckedBody(Generic[M]):
    """A request's body, read as JSON. Who may send it is checked before its fields are."""

    model: type[M]
    content: object

    def checked(self) -> M:
        """The body as its model. Raises RequestValidationError, as FastAPI does, for an invalid one."""
        return _validated(self.model, self.content, "body")


class RawWriteRoute(APIRoute):
    """A route whose function takes the request and an `UncheckedBody`, and returns the response.

    OpenAPI shows the body's model. An unreadable body is refused before the function is called.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        """Takes the arguments of `APIRoute`."""
        signature = inspect.signature(endpoint)
        request, body = signature.parameters.values()
        [self._model] = get_args(body.annotation)
        self._called = endpoint
        parameters = [request, body.replace(annotation=self._model)]

        @wraps(endpoint)
        async def documented() -> None: ...

        # FastAPI reads this attribute, which the type of a function does not declare.
        documented.__signature__ = signature.replace(parameters=parameters)  # pyright: ignore[reportAttributeAccessIssue]
        super().__init__(path, documented, **options)

    async def respond(self, request: Request) -> Response:
        """Answers a request, for `chassis.http.direct_routes`: a repeated one as the first one."""
        return await answered_once(request, self._handle)

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The function, called with the body, without FastAPI's solving of dependencies."""
        return self._handle

    async def _handle(self, request: Request) -> Response:
        body = UncheckedBody(self._model, await _json_of(request))
        try:
            return await self._called(request, body)
        except Exception as error:
            if not is_stale_statement(error):
                raise
        return await self._called(request, body)


async def _json_of(request: Request) -> object:
    """What FastAPI reads of a body: JSON, unless the request says that it is something else.

    Raises RequestValidationError or HTTPException, as FastAPI does, for what cannot be read.
    """
    try:
        return await (request.json() if _is_json(request.headers) else request.body())
    except JSONDecodeError as error:
        raise RequestValidationError([{"type": "json_invalid", "loc": ("body", error.pos)}]) from error
    except Exception as error:
        raise HTTPException(400) from error


def _is_json(headers: Headers) -> bool:
    kind = headers.get("content-type", "")
    if kind == "application/json":
        return True
    read = Message()
    read["content-type"] = kind
    subtype = read.get_content_subtype()
    return read.get_content_maintype() == "application" and (subtype == "json" or subtype.endswith("+json"))


def query_as(model: type[M], request: Request) -> M:
    """The query as `model`. Raises RequestValidationError, as FastAPI does, for an invalid query."""
    return _validated(model, dict(request.query_params), "query")


def _validated(model: type[M], content: object, place: str) -> M:
    try:
        return model.model_validate(content)
    except ValidationError as error:
        details = error.errors(include_url=False)
        raise RequestValidationError(
            [{**detail, "loc": (place, *detail["loc"])} for detail in details]
        ) from error


def answer_unless_known(request: Request, body: bytes, etag: str) -> Response:
    """The JSON with its ETag; 304 for a client that has it already (RFC 9110, section 13): that saves the
    transfer alone.
    """
    headers = {"ETag": etag}
    if is_known(etag, request.headers.get("if-none-match", "")):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


def query_parameters(model: type[BaseModel]) -> dict[str, Any]:
    """The fields of `model` as a raw route's `openapi_extra`: they document its query in OpenAPI."""
    schema = model.model_json_schema()
    required = schema.get("required", [])
    return {
        "parameters": [
            {"name": name, "in": "query", "required": name in required, "schema": field}
            for name, field in schema["properties"].items()
        ]
    }
