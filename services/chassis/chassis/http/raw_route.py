"""Routes of the hottest paths, which read the request themselves.

FastAPI's solving of dependencies costs more than such a route's statement (measured: 220 µs of processor
time for four dependencies and a query of seven names, against 45 µs). All other routes declare dependencies.
"""

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError

M = TypeVar("M", bound=BaseModel)


class RawRoute(APIRoute):
    """A route whose function takes only the request and returns the response."""

    @property
    def respond(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Answers a request, for `chassis.http.direct_reads`."""
        return self.endpoint

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The function itself, without FastAPI's solving of dependencies."""
        return self.endpoint


def query_as(model: type[M], request: Request) -> M:
    """The query as `model`. Raises RequestValidationError, as FastAPI does, for an invalid query."""
    try:
        return model.model_validate(dict(request.query_params))
    except ValidationError as error:
        details = error.errors(include_url=False)
        raise RequestValidationError(
            [{**detail, "loc": ("query", *detail["loc"])} for detail in details]
        ) from error


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
