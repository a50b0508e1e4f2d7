"""How a read is answered without FastAPI: parameters, endpoint and bytes, worked out once, at the start.

At each request FastAPI prepares for bodies, streams, background work and a tree of dependencies. A read has
none of them. FastAPI still documents it, and its parameters are validated by FastAPI's own fields.
"""

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, cast

import orjson
from fastapi import Request, Response
from fastapi._compat import ModelField
from fastapi.dependencies.models import Dependant
from fastapi.dependencies.utils import request_params_to_args
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, TypeAdapter
from starlette.datastructures import QueryParams

from chassis.db import Connection, Database
from chassis.http.dependencies import database_of, reading, writing
from chassis.http.envelope import Answer, JsonResponse, enveloped

Endpoint = Callable[..., Awaitable[object]]
Handler = Callable[[Request], Coroutine[Any, Any, Response]]
REMEMBERED_QUERIES: Final = 256
LONGEST_REMEMBERED: Final = 128
"""In bytes. A longer query is validated at each request."""
_CONNECTIONS: Final[dict[Any, Callable[[Database], AbstractAsyncContextManager[Connection]]]] = {
    reading: Database.reading,
    # A read that also writes: an Idempotency-Key does not concern it.
    writing: Database.writing,
}


@dataclass
class ReadPlan:
    """Everything that one read needs."""

    endpoint: Endpoint
    response_model: Any
    parameters: "Parameters"
    request_name: str | None
    """The parameter of the endpoint that takes the request."""
    headers_name: str | None
    """The parameter that takes a response, to set headers of the answer."""
    direct: list[tuple[str, Callable[[Request], Any]]] = field(default_factory=list)
    """Dependencies that take only the request, in the order in which they refuse."""
    inlined: list[tuple[str, Callable[..., Any], tuple[str, ...]]] = field(default_factory=list)
    """Dependencies that take only query parameters, with the names of these."""
    connection: tuple[str, Callable[[Database], AbstractAsyncContextManager[Connection]]] | None = None
    """The parameter that takes a connection or a transaction, and what opens it."""

    def handler(self) -> Handler:
        """Answers a request of this read."""

        async def respond(request: Request) -> Response:
            values = {name: await dependency(request) for name, dependency in self.direct}
            values.update(self.parameters.of(request))
            for name, dependency, taken in self.inlined:
                values[name] = await dependency(**{each: values.pop(each) for each in taken})
            if self.request_name:
                values[self.request_name] = request
            if self.headers_name:
                values[self.headers_name] = Response()
            if self.connection is None:
                result = await self.endpoint(**values)
            else:
                name, opened = self.connection
                async with opened(database_of(request)) as values[name]:
                    result = await self.endpoint(**values)
            response = self._response(result)
            if self.headers_name:
                response.raw_headers += _set_by(values[self.headers_name])
            return response

        return respond

    def _response(self, result: object) -> Response:
        """The result as bytes. It is what its type says (pyright), so it is not validated once more."""
        if isinstance(result, Response):
            return result
        if not isinstance(result, Answer):
            return JsonResponse(self._whole.serializer.to_json(result, by_alias=True))
        answer = cast("Answer[Any]", result)
        data = self._data.serializer.to_json(answer.data, by_alias=True)
        if answer.message.main_msg or answer.message.iv_msg:
            return enveloped(data, orjson.dumps(answer.message.model_dump()))
        return enveloped(data)

    @cached_property
    def _whole(self) -> TypeAdapter[Any]:
        return TypeAdapter(self.response_model)

    @cached_property
    def _data(self) -> TypeAdapter[Any]:
        return TypeAdapter(self.response_model.model_fields["data"].annotation)


def plan_of(endpoint: Endpoint, dependant: Dependant, response_model: Any) -> ReadPlan | None:
    """The plan of a read; None for one that takes what only FastAPI gives."""
    if not _takes_parameters_alone(dependant):
        return None
    query = list(dependant.query_params)
    plan = ReadPlan(
        endpoint,
        response_model,
        Parameters(dependant.path_params, query),
        dependant.request_param_name,
        dependant.response_param_name,
    )
    for each in dependant.dependencies:
        name, call = each.name, each.call
        if name is None:  # a dependency of the route itself, which no parameter takes
            return None
        if call in _CONNECTIONS:
            plan.connection = name, _CONNECTIONS[call]
        elif each.dependencies or not _takes_parameters_alone(each) or not inspect.iscoroutinefunction(call):
            return None
        elif each.request_param_name and not each.query_params:
            plan.direct.append((name, call))
        else:
            plan.inlined.append((name, call, tuple(field.name for field in each.query_params)))
            query += each.query_params
    return plan


def _takes_parameters_alone(dependant: Dependant) -> bool:
    """Whether it takes nothing but path, query, request, and the headers of the answer."""
    return not (
        dependant.body_params
        or dependant.header_params
        or dependant.cookie_params
        or dependant.background_tasks_param_name
        or dependant.security_scopes_param_name
        or dependant.http_connection_param_name
    )


class Parameters:
    """Path and query parameters of a read, validated by FastAPI's fields.

    What a short query says is remembered, for it is a pure function of the query; but only values that nobody
    can change.
    """

    def __init__(self, path: Sequence[ModelField], query: Sequence[ModelField]) -> None:
        self._path = [(each, each.alias, ("path", each.alias)) for each in path]
        self._query = query
        self._remembered: dict[bytes, dict[str, Any]] = {}

    def of(self, request: Request) -> dict[str, Any]:
        """The validated parameters by name. Raises RequestValidationError when one is invalid."""
        values: dict[str, Any] = {}
        errors: list[Any] = []
        for each, alias, place in self._path:
            values[each.name], wrong = each.validate(request.scope["path_params"][alias], values, loc=place)
            errors += wrong
        if self._query:
            query: bytes = request.scope["query_string"]
            found = self._remembered.get(query)
            if found is None:
                found, wrong = request_params_to_args(self._query, QueryParams(query))
                errors += wrong
                if not wrong:
                    self._remember(query, found)
            values |= found
        if errors:
            raise RequestValidationError(errors)
        return values

    def _remember(self, query: bytes, found: dict[str, Any]) -> None:
        if len(query) > LONGEST_REMEMBERED or not all(map(_is_immutable, found.values())):
            return
        if len(self._remembered) >= REMEMBERED_QUERIES:
            self._remembered.clear()
        self._remembered[query] = found


def _is_immutable(value: object) -> bool:
    if isinstance(value, BaseModel):
        return bool(value.model_config.get("frozen"))
    return value is None or isinstance(value, str | int | float)


def _set_by(response: Response) -> list[tuple[bytes, bytes]]:
    return [pair for pair in response.raw_headers if pair[0] != b"content-length"]
