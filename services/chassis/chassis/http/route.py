"""The route class of every router. Its reads get caller, clock and connection without FastAPI's solver.

FastAPI walks through the tree of dependencies at each request (measured: a fifth of the processor time of a
signed-in read). A dependency that takes only the request needs no solving: the route calls it itself. One
that takes only query parameters is called with them, as if they were the endpoint's own. FastAPI still reads
and validates the parameters, and it still solves every route that writes: there an unreadable body is refused
before the caller is checked.
"""

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import update_wrapper
from typing import Annotated, Any, Final, get_args, get_origin

from fastapi import Request, Response
from fastapi.params import Depends, Query
from fastapi.routing import APIRoute

from chassis.http.dependencies import database_of, reading

Endpoint = Callable[..., Awaitable[object]]
Dependency = Callable[[Request], Any]
Handler = Callable[[Request], Coroutine[Any, Any, Response]]
_VALUES: Final = "chassis.http.route"
"""The key in the request's scope of what the direct dependencies returned."""
_REQUEST: Final = "request"


class Route(APIRoute):
    """A route whose GET calls its dependencies itself: in the parameters' order, the connection last."""

    def __init__(self, path: str, endpoint: Endpoint, **options: Any) -> None:
        """Takes the arguments of `APIRoute`."""
        self._direct: dict[str, Dependency] = {}
        if set(options["methods"] or ()) == {"GET"}:
            dependencies = _dependencies(endpoint)
            self._direct = {
                name: each for name, each in dependencies.items() if _takes_the_request_alone(each)
            }
            inlined = {name: each for name, each in dependencies.items() if _takes_plain_values(each)}
            endpoint = _inline(endpoint, self._direct, inlined)
        super().__init__(path, endpoint, **options)

    def get_route_handler(self) -> Handler:
        """FastAPI's handler, called after the direct dependencies are resolved."""
        handler = super().get_route_handler()
        connections = [name for name, each in self._direct.items() if each is reading]
        dependencies = [(name, each) for name, each in self._direct.items() if each is not reading]

        async def without_connection(request: Request) -> Response:
            request.scope[_VALUES] = {name: await dependency(request) for name, dependency in dependencies}
            return await handler(request)

        async def with_connection(request: Request) -> Response:
            values = {name: await dependency(request) for name, dependency in dependencies}
            request.scope[_VALUES] = values
            async with database_of(request).reading() as values[connections[0]]:
                return await handler(request)

        if connections:
            return with_connection
        return without_connection if dependencies else handler


def _dependencies(endpoint: Endpoint) -> dict[str, Callable[..., Any]]:
    """The parameters of `endpoint` that have a dependency, each with that dependency."""
    found: dict[str, Callable[..., Any]] = {}
    for parameter in inspect.signature(endpoint).parameters.values():
        if get_origin(parameter.annotation) is Annotated:
            for mark in get_args(parameter.annotation)[1:]:
                dependency = mark.dependency if isinstance(mark, Depends) else None
                if dependency:
                    found[parameter.name] = dependency
    return found


def _takes_the_request_alone(dependency: Callable[..., Any]) -> bool:
    taken = [each.annotation for each in inspect.signature(dependency).parameters.values()]
    return taken == [Request] and (dependency is reading or inspect.iscoroutinefunction(dependency))


def _takes_plain_values(dependency: Callable[..., Any]) -> bool:
    """Whether the dependency is a coroutine whose parameters all come from the query."""
    if not inspect.iscoroutinefunction(dependency):
        return False
    taken = [each.annotation for each in inspect.signature(dependency).parameters.values()]
    return all(get_origin(each) is Annotated and isinstance(get_args(each)[1], Query) for each in taken)


def _inline(endpoint: Endpoint, direct: Mapping[str, Dependency], inlined: Mapping[str, Any]) -> Endpoint:
    """`endpoint` with the signature that FastAPI sees.

    It lacks the parameters in `direct`, whose values come with the request. The parameters in `inlined` are
    replaced by the parameters of their dependencies.
    """
    if not direct and not inlined:
        return endpoint
    signature = inspect.signature(endpoint)
    others = [
        each for name, each in signature.parameters.items() if name not in direct and name not in inlined
    ]
    taken = {name: inspect.signature(each).parameters for name, each in inlined.items()}

    own_requests = [name for name, each in signature.parameters.items() if each.annotation is Request]

    async def called(**values: Any) -> object:
        # FastAPI fills one parameter with the request; an endpoint that has one keeps it.
        request: Request = values[own_requests[0]] if own_requests else values.pop(_REQUEST)
        for name, dependency in inlined.items():
            values[name] = await dependency(**{each: values.pop(each) for each in taken[name]})
        return await endpoint(**request.scope.get(_VALUES, {}), **values)

    update_wrapper(called, endpoint)
    inserted = [each for parameters in taken.values() for each in parameters.values()]
    keywords = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in (*others, *inserted)]
    if not own_requests:
        keywords.append(inspect.Parameter(_REQUEST, inspect.Parameter.KEYWORD_ONLY, annotation=Request))
    # FastAPI reads this attribute, which the type of a function does not declare.
    called.__signature__ = signature.replace(parameters=keywords)  # pyright: ignore[reportFunctionMemberAccess]
    return called
