"""Dispatches the calls of the route table and media: admits each request, then forwards or composes it."""

from typing import Final

from starlette.types import Receive, Scope, Send

from gateway import proxy
from gateway.composed.calls import COMPOSED_CALLS, Composed, answering_service
from gateway.composed.data_export import DocumentResponse
from gateway.composed.sub_requests import ComposedCall, ShortCircuit
from gateway.compression import compressing
from gateway.forwarding import are_safe_segments, is_safe_file_path
from gateway.http_client.messages import ClientError
from gateway.proxy import AddedHeaders
from gateway.request_guard import AdmittedRequest, RequestGuard, RequestRejected
from gateway.responses import (
    BAD_GATEWAY,
    NOT_FOUND,
    UPSTREAM_FAILURES,
    BufferedResponse,
    RawHeaders,
    send_response,
)
from gateway.routes import COMPOSED, MEDIA_LIMITS, MEDIA_SERVICES, ROUTES_BY_NAME, LimitClass, Route
from gateway.security_headers import SecurityHeaders
from gateway.upstreams import UpstreamFailed, Upstreams

UNKNOWN: Final = "(unknown)"
PREFLIGHT: Final = "(preflight)"
MEDIA: Final = "/media"
LONGEST_NAME: Final = 200
NOT_LISTED: Final = (b"x-robots-tag", b"noindex")
"""Goes with a page of ours that is for developers: search engines shall not list it."""


class Dispatcher:
    """Answers everything under /api and /media."""

    def __init__(self, guard: RequestGuard, upstreams: Upstreams, security: SecurityHeaders) -> None:
        self._guard = guard
        self._upstreams = upstreams
        self._security = security

    async def call(self, rest: str, scope: Scope, receive: Receive, send: Send, request_id: bytes) -> str:
        """Answer /api/<rest>; returns the call's name for the counters."""
        if scope["method"] == "OPTIONS":
            return await self._preflight(scope, send, request_id)
        added = self._gateway_headers(scope, request_id, self._security.api)
        name, *segments = rest.split("/")
        route = ROUTES_BY_NAME.get((scope["method"], name))
        if route is None or len(segments) != route.segments or not are_safe_segments(segments):
            await send_response(send, NOT_FOUND, added)
            return UNKNOWN
        if route.method == "GET" and not route.holds_secret:
            send = compressing(scope, send)
        await self._respond(route, scope, receive, send, request_id, AddedHeaders(added, added))
        return name

    async def media(self, rest: str, scope: Scope, receive: Receive, send: Send, request_id: bytes) -> str:
        """Answer /media/<rest> from the service that stores the picture; returns a label for the counters."""
        if scope["method"] == "OPTIONS":
            return await self._preflight(scope, send, request_id)
        added = AddedHeaders(
            self._gateway_headers(scope, request_id, self._security.media),
            self._gateway_headers(scope, request_id, self._security.api),
        )
        kind, _, name = rest.partition("/")
        service = MEDIA_SERVICES.get(kind)
        if service is None or len(name) > LONGEST_NAME or not is_safe_file_path(name):
            await send_response(send, NOT_FOUND, added.failed)
            return MEDIA
        limit = MEDIA_LIMITS.get(kind, "read")
        return await self._forward_get(
            f"{MEDIA}/{kind}", service, scope, receive, send, request_id, added, limit
        )

    async def page(self, service: str, scope: Scope, receive: Receive, send: Send, request_id: bytes) -> str:
        """Forward a whole path to `service`; returns the path as label for the counters."""
        added = [*self._gateway_headers(scope, request_id, self._security.api), NOT_LISTED]
        return await self._forward_get(
            scope["path"], service, scope, receive, send, request_id, AddedHeaders(added, added)
        )

    async def _forward_get(
        self,
        label: str,
        service: str,
        scope: Scope,
        receive: Receive,
        send: Send,
        request_id: bytes,
        added: AddedHeaders,
        limit: LimitClass = "read",
    ) -> str:
        if scope["method"] not in {"GET", "HEAD"}:
            await send_response(send, NOT_FOUND, added.failed)
            return label
        route = Route(scope["method"], label, service, limit)
        await self._respond(route, scope, receive, send, request_id, added)
        return label

    async def _respond(
        self, route: Route, scope: Scope, receive: Receive, send: Send, request_id: bytes, added: AddedHeaders
    ) -> None:
        try:
            admitted = await self._guard.admit(route, scope, receive, request_id)
        except RequestRejected as rejection:
            await send_response(send, rejection.response, added.failed)
            return
        service = answering_service(admitted)
        if service == COMPOSED:
            response = await self._compose(admitted)
            if isinstance(response, DocumentResponse):
                await response.send(send, added.succeeded)
                return
            await send_response(send, _without_headers(response, added.failed), added.failed)
            return
        await proxy.forward(admitted, self._upstreams[service], send, added)

    async def _compose(self, admitted: AdmittedRequest) -> Composed:
        try:
            return await COMPOSED_CALLS[admitted.route.call](ComposedCall(admitted, self._upstreams))
        except ShortCircuit as short_circuit:
            return short_circuit.response
        except UpstreamFailed as failure:
            return UPSTREAM_FAILURES[failure.status]
        except ClientError:
            return UPSTREAM_FAILURES[BAD_GATEWAY]

    async def _preflight(self, scope: Scope, send: Send, request_id: bytes) -> str:
        allowed = self._security.preflight(scope)
        if allowed is None:
            await send_response(send, NOT_FOUND, self._gateway_headers(scope, request_id, self._security.api))
            return UNKNOWN
        headers = [*allowed, *self._security.api, (b"x-request-id", request_id)]
        await send({"type": "http.response.start", "status": 204, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
        return PREFLIGHT

    def _gateway_headers(self, scope: Scope, request_id: bytes, always: RawHeaders) -> RawHeaders:
        return [*always, (b"x-request-id", request_id), *self._security.cors(scope["headers"])]


def _without_headers(response: BufferedResponse, added: RawHeaders) -> BufferedResponse:
    """`response` without the headers that `added` sets."""
    names = {name for name, _ in added}
    return BufferedResponse(
        response.status, response.body, [pair for pair in response.headers if pair[0] not in names]
    )
