"""Answers reads that have a plan, and raw routes, before the layers of FastAPI and Starlette: each of them
costs every request its share.

For such a route one layer does what the others do for all requests: it finds the route, counts and times the
request, answers every failure in the envelope, and translates what speaks to a person.
"""

import time
from typing import Final

from fastapi import FastAPI, Request, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from chassis import metrics, tracing
from chassis.http import envelope, translation
from chassis.http.route_index import RouteIndex

_FAILED: Final = 500


class DirectRoutes:
    """Answers what the index of routes finds an answer for, and passes all else on."""

    def __init__(self, app: ASGIApp, index: RouteIndex, counted: metrics.Metrics) -> None:
        self.app = app
        self._index = index
        self._metrics = counted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request, or pass it on."""
        respond = self._index.find_direct(scope)
        if respond is None:
            await self.app(scope, receive, send)
            return
        began, status, request = time.perf_counter(), _FAILED, Request(scope, receive)
        try:
            try:
                response = await respond(request)
            except Exception as error:
                response = await envelope.answer_to(request, error)
            status = response.status_code
            await _sent(response, scope, receive, send)
        finally:
            self._metrics.answered(scope["method"], scope["route"].path, status, time.perf_counter() - began)


async def _sent(response: Response, scope: Scope, receive: Receive, send: Send) -> None:
    body: bytes | None = getattr(response, "body", None)
    if body is None:  # a stream may fail in its middle
        await envelope.CatchAll(response)(scope, receive, translation.translating(scope, send))
    elif translation.speaks(body):
        await response(scope, receive, translation.translating(scope, send))
    else:
        await response(scope, receive, send)


class DirectApp(FastAPI):
    """FastAPI with `DirectRoutes` before all its layers but tracing."""

    _outermost: ASGIApp | None = None

    def answer_directly(self, index: RouteIndex) -> None:
        """Answer the routes of `index` directly that can be. Metrics and tracing come first."""
        direct = DirectRoutes(super().__call__, index, metrics.of(self))
        self._outermost = tracing.of(self).middleware(direct)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request directly, or by FastAPI."""
        scope["app"] = self
        await (self._outermost or super().__call__)(scope, receive, send)
