"""Limits what a socket may send: short text frames at a moderate rate. It drops any other socket.

It runs before the Engine.IO server, so that nothing unbounded reaches that server.
"""

import asyncio
import re
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterable
from typing import Final, Protocol
from urllib.parse import parse_qs

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gateway import request_bodies, responses
from gateway.client_identity import rate_limit_address
from gateway.forwarding import client_address
from gateway.rate_limits import RateLimits
from gateway.responses import RawHeaders, send_response
from gateway.settings import GatewaySettings

log = structlog.get_logger()

POLICY_VIOLATION: Final = 1008
TOO_BIG: Final = 1009
TRY_LATER: Final = 1013
TOO_MANY_SOCKETS: Final = "too many sockets"
FULL_SECONDS: Final = 10
"""When to try again while too many sockets are open."""
ADDRESS: Final = "openhours.address"
"""Where the scope of a handshake names the address that it counts for."""

_BINARY: Final = re.compile(r"(?:^|\x1e)(?:b|4[56])")
"""Binary packets of Engine.IO and Socket.IO. No client sends them, and their parts would pile up in memory.
"""


class SocketDropped(Exception):
    """The socket broke a rule and was closed."""


class RateWindow:
    """Allows at most `limit` events in any period of `seconds`."""

    def __init__(self, limit: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._times: deque[float] = deque(maxlen=limit)
        self._seconds = seconds
        self._clock = clock

    def allows(self) -> bool:
        """Count one more event; False when it exceeds the limit."""
        now = self._clock()
        times = self._times
        if len(times) == times.maxlen and now - times[0] < self._seconds:
            return False
        times.append(now)
        return True


class Sessions(Protocol):
    """What the server knows of its Engine.IO sessions."""

    @property
    def half_open(self) -> int:
        """How many of them have not connected yet."""
        ...

    def polling_scopes(self, except_session: str) -> Iterable[Scope]:
        """The scope of each handshake whose session polls now, except this session's."""
        ...


def session_of(query_string: bytes) -> str:
    """The id of the session in a query, as Engine.IO reads it; '' for a handshake."""
    return parse_qs(query_string.decode("latin-1")).get("sid", [""])[0]


class SocketGuard:
    """An ASGI application in front of the Engine.IO application."""

    def __init__(
        self, app: ASGIApp, settings: GatewaySettings, limits: RateLimits, sessions: Sessions
    ) -> None:
        self._app = app
        self._settings = settings
        self._limits = limits
        self._sessions = sessions
        self._open: Counter[str] = Counter()

    async def _seconds_to_wait(self, address: str, upgraded_session: str = "") -> int:
        """Count a handshake of this address; returns the seconds until it may try again, 0 if it may now."""
        wait = await self._limits.seconds_to_wait("socket", address=address, caller=address)
        if wait:
            return wait
        if not upgraded_session and self._sessions.half_open >= self._settings.half_open_sockets:
            return FULL_SECONDS
        polling = self._sessions.polling_scopes(except_session=upgraded_session)
        open_here = self._open[address] + sum(scope.get(ADDRESS) == address for scope in polling)
        return FULL_SECONDS if open_here >= self._settings.sockets_per_address else 0

    async def http(self, scope: Scope, receive: Receive, send: Send, added: RawHeaders) -> None:
        """Handle a request of the polling transport, or its handshake."""
        address = rate_limit_address(client_address(scope, self._settings.trusted_proxies))
        if not session_of(scope["query_string"]):
            wait = await self._seconds_to_wait(address)
            if wait:
                await send_response(send, responses.rate_limited(wait), added)
                return
        try:
            body = await self._read_polling_body(scope, receive)
        except request_bodies.BodyTooSlow:
            await send_response(send, responses.BODY_TOO_SLOW, added)
            return
        except request_bodies.BodyRejected:
            await send_response(send, responses.BODY_TOO_LARGE, added)
            return
        if _BINARY.search(body.decode("utf-8", "replace")):
            await send_response(send, responses.UNSUPPORTED_MEDIA_TYPE, added)
            return
        scope = {**_with_length(scope, len(body)), ADDRESS: address}
        await self._app(scope, _receive_with_body(body, receive), _send_with_headers(send, added))

    async def _read_polling_body(self, scope: Scope, receive: Receive) -> bytes:
        if scope["method"] != "POST":
            return b""
        limit = self._settings.socket_frame_limit
        lengths = [value for name, value in scope["headers"] if name == b"content-length"]
        request_bodies.declared_length(lengths[0] if lengths else None, limit)
        return await request_bodies.read_body(receive, limit, self._settings.body_timeout_seconds)

    async def websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a WebSocket for its whole life."""
        address = rate_limit_address(client_address(scope, self._settings.trusted_proxies))
        if await self._seconds_to_wait(address, session_of(scope["query_string"])):
            await receive()
            await send({"type": "websocket.close", "code": TRY_LATER, "reason": TOO_MANY_SOCKETS})
            return
        self._open[address] += 1
        guarded = _GuardedSocket(receive, send, self._settings)
        try:
            await self._app(scope, guarded.receive, guarded.send)
        except SocketDropped as error:
            log.info("socket cut off", reason=str(error))
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


class _GuardedSocket:
    """Applies the rules to both directions of one WebSocket."""

    def __init__(self, receive: Receive, send: Send, settings: GatewaySettings) -> None:
        self._receive = receive
        self._send = send
        self._settings = settings
        self._rate_window = RateWindow(settings.socket_frames_per_window, settings.socket_window_seconds)
        self._closed = False

    async def receive(self) -> Message:
        """The next message. A socket that breaks a rule looks disconnected to the server."""
        if self._closed:
            return {"type": "websocket.disconnect", "code": POLICY_VIOLATION}
        message = await self._receive()
        if message["type"] != "websocket.receive":
            return message
        text = message.get("text")
        if text is None or _BINARY.match(text):
            return await self._drop(POLICY_VIOLATION, "binary frames")
        if len(text) > self._settings.socket_frame_limit:
            return await self._drop(TOO_BIG, "frame too large")
        if not self._rate_window.allows():
            return await self._drop(POLICY_VIOLATION, "too many frames")
        return message

    async def _drop(self, code: int, reason: str) -> Message:
        self._closed = True
        log.info("socket cut off", reason=reason)
        await self._within_time({"type": "websocket.close", "code": code, "reason": reason})
        return {"type": "websocket.disconnect", "code": code}

    async def send(self, message: Message) -> None:
        """Send a message; drop a socket whose other end accepts no data."""
        if self._closed:
            raise SocketDropped("closed")
        await self._within_time(message)

    async def _within_time(self, message: Message) -> None:
        try:
            async with asyncio.timeout(self._settings.socket_send_timeout_seconds):
                await self._send(message)
        except TimeoutError as error:
            self._closed = True
            raise SocketDropped("took nothing for too long") from error


def _with_length(scope: Scope, length: int) -> Scope:
    headers = [pair for pair in scope["headers"] if pair[0] not in {b"content-length", b"x-forwarded-proto"}]
    if scope["method"] == "POST":
        headers.append((b"content-length", str(length).encode()))
    return {**scope, "headers": headers}


def _receive_with_body(body: bytes, receive: Receive) -> Receive:
    given = False

    async def take() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return take


def _send_with_headers(send: Send, added: RawHeaders) -> Callable[[Message], Awaitable[None]]:
    async def extended(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [(name.lower(), value) for name, value in message.get("headers", [])]
            message = {**message, "headers": [*headers, *added]}
        await send(message)

    return extended
