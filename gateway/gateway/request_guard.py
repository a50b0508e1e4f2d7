"""Admits requests: checks rate limits, media type and size of the body, and builds the headers to forward."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from chassis.errors import Unavailable
from chassis.http.callers import Verifier
from chassis.http.refused_rights import RefusedRights
from chassis.memory_budget import BUDGET
from starlette.types import Receive, Scope

from gateway import request_bodies, responses
from gateway.client_identity import ClientIdentity, identify_client, network_of, subject_of_body
from gateway.forwarding import headers_for_service
from gateway.http_client.messages import Headers
from gateway.rate_limits import BY_NETWORK, RateLimits
from gateway.responses import BufferedResponse
from gateway.routes import Route
from gateway.settings import GatewaySettings

LIMITED_BY_BODY: Final = frozenset({"sign_in", "sign_up", "mail", "guest_code"})
UNCOUNTED: Final = 64 * 1024
"""Bytes of a body that is read without asking the process's budget of memory."""


class RequestRejected(Exception):
    """The gateway answers this request itself, with `response`."""

    def __init__(self, response: BufferedResponse) -> None:
        super().__init__(response.status)
        self.response = response


@dataclass(frozen=True, slots=True)
class AdmittedRequest:
    """A request that passed all checks."""

    route: Route
    path: str
    query: bytes
    headers: Headers
    """The headers to forward, complete but for Host and Content-Length."""
    body: bytes | request_bodies.BodyStream
    length: int | None
    """The declared length of a streamed body in bytes."""
    repeatable: bool
    """Whether the gateway may send it twice: a read, or a write with an idempotency key."""


class RequestGuard:
    """Checks every request before a service sees it."""

    def __init__(
        self,
        settings: GatewaySettings,
        limits: RateLimits,
        verifier: Verifier,
        refused_rights: RefusedRights,
    ) -> None:
        self._settings = settings
        self._refused_rights = refused_rights
        self._limits = limits
        self._verifier = verifier
        self._scheme = b"https" if settings.https else b"http"

    async def admit(self, route: Route, scope: Scope, receive: Receive, request_id: bytes) -> AdmittedRequest:
        """Check the request and prepare it for forwarding. Raises `RequestRejected`."""
        caller = await identify_client(scope, self._verifier, self._settings.trusted_proxies)
        if route.limit not in LIMITED_BY_BODY:
            await self._check_rate_limit(route, caller)
        if route.body == "media" and caller.refusal is not None and not (route.guests and caller.by_guest):
            # Before the first byte of the body is read: what strangers send takes no memory.
            self._refused_rights.note_problem(caller.refusal, route.call, request_id.decode("latin-1"))
            raise RequestRejected(responses.refused(caller.refusal))
        received: list[tuple[bytes, bytes]] = scope["headers"]
        body_headers = _BodyHeaders(received)
        try:
            body, length = await self._read_body(route, body_headers, receive)
        except request_bodies.BodyRejected as error:
            raise RequestRejected(body_error_response(error)) from error
        if route.limit in LIMITED_BY_BODY:
            named = subject_of_body(body, route.subject) if isinstance(body, bytes) and route.subject else ""
            await self._check_rate_limit(route, caller, named)
        gateway_headers = [
            (b"x-request-id", request_id),
            (b"x-forwarded-for", caller.address.encode("latin-1", "replace")),
            (b"x-forwarded-proto", self._scheme),
        ]
        return AdmittedRequest(
            route,
            scope["path"],
            scope["query_string"],
            headers_for_service(received, gateway_headers),
            body,
            length,
            repeatable=route.method == "GET" or body_headers.idempotent,
        )

    async def _check_rate_limit(self, route: Route, caller: ClientIdentity, subject: str = "") -> None:
        wait = await self._limits.seconds_to_wait(
            route.limit,
            address=caller.counted_address,
            caller=caller.rate_limit_key,
            subject=subject,
            network=network_of(caller.counted_address) if route.limit in BY_NETWORK else "",
        )
        if wait:
            raise RequestRejected(responses.rate_limited(wait))

    async def _read_body(
        self, route: Route, body_headers: "_BodyHeaders", receive: Receive
    ) -> tuple[bytes | request_bodies.BodyStream, int | None]:
        settings = self._settings
        limit = settings.json_body_limit
        if route.body == "media":
            limit = route.pictures * settings.picture_body_limit
        length = request_bodies.declared_length(body_headers.length, limit)
        if not length and not body_headers.chunked:
            return b"", None
        if route.method == "GET":
            await request_bodies.read_body(receive, settings.json_body_limit, settings.body_timeout_seconds)
            return b"", None
        if not body_headers.json and route.body != "form":
            raise RequestRejected(responses.UNSUPPORTED_MEDIA_TYPE)
        if (length is not None and length <= settings.json_body_limit) or route.body != "media":
            return await self._read_whole(receive, limit, length), None
        pace = request_bodies.Pace(settings.body_timeout_seconds, settings.upload_bytes_per_second)
        return request_bodies.BodyStream(receive, limit, pace), length

    async def _read_whole(self, receive: Receive, limit: int, length: int | None) -> bytes:
        """The body; its memory is counted while a slow sender can hold it, unless it is small."""
        seconds = self._settings.body_timeout_seconds
        if length is not None and length <= UNCOUNTED:
            return await request_bodies.read_body(receive, limit, seconds)
        try:
            async with BUDGET.reading(limit if length is None else length):
                return await request_bodies.read_body(receive, limit, seconds)
        except Unavailable as problem:
            raise RequestRejected(responses.refused(problem)) from problem


class _BodyHeaders:
    """The headers that describe the body."""

    __slots__ = ("chunked", "idempotent", "json", "length")

    def __init__(self, headers: Iterable[tuple[bytes, bytes]]) -> None:
        self.length: bytes | None = None
        self.chunked = self.json = self.idempotent = False
        for name, value in headers:
            if name == b"content-length":
                self.length = value
            elif name == b"content-type":
                self.json = is_json(value)
            elif name == b"transfer-encoding":
                self.chunked = True
            elif name == b"idempotency-key":
                self.idempotent = True


def is_json(content_type: bytes) -> bool:
    """Whether a Content-Type is application/json."""
    return content_type.partition(b";")[0].strip().lower() == b"application/json"


def body_error_response(error: request_bodies.BodyRejected) -> BufferedResponse:
    """The response to a rejected body."""
    return (
        responses.BODY_TOO_SLOW if isinstance(error, request_bodies.BodyTooSlow) else responses.BODY_TOO_LARGE
    )
