"""The services behind the gateway, each with its transport and circuit breaker."""

import asyncio
import ssl
from functools import lru_cache
from typing import Final

import aiohttp
import httpx
from httpx_aiohttp import AiohttpTransport

from gateway.circuit_breaker import CircuitBreaker
from gateway.forwarding import Headers, UpstreamRequest
from gateway.request_bodies import BodyStream
from gateway.responses import BAD_GATEWAY, TOO_SLOW, UNAVAILABLE
from gateway.settings import SERVICES, GatewaySettings

CONNECT_SECONDS: Final = 2.0
POOL_SECONDS: Final = 5.0
REMEMBERED_URLS: Final = 4096
LONGEST_REMEMBERED: Final = 512
"""Characters. Longer targets are rare, and remembering them would let a stranger fill the memory."""


class UpstreamFailed(Exception):
    """A service gave no answer; `status` is the HTTP status for the caller: 502, 503 or 504."""

    def __init__(self, status: int, *, disconnected: bool = False) -> None:
        super().__init__(status)
        self.status = status
        self.disconnected = disconnected
        """The connection broke before an answer, as a kept-alive connection does when its service restarts.
        """


class Upstream:
    """One service, reached over any transport."""

    def __init__(self, name: str, base_url: str, transport: httpx.AsyncBaseTransport) -> None:
        self.name: Final = name
        self.breaker: Final = CircuitBreaker()
        self.transport: Final = transport
        self._authority = httpx.URL(base_url).netloc
        self._base_url = base_url
        self._url = lru_cache(REMEMBERED_URLS)(self._parsed)
        self._extensions: dict[float, dict[str, dict[str, float]]] = {}

    async def send(
        self,
        method: str,
        target: str,
        headers: Headers,
        body: bytes | httpx.AsyncByteStream = b"",
        *,
        within: float,
    ) -> httpx.Response:
        """Send a request and return the head of the answer. The caller must read or close its stream.

        `headers` are complete but for Host. `within` is the time in seconds until the answer must begin.
        Raises `UpstreamFailed`.
        """
        if not self.breaker.allows():
            raise UpstreamFailed(UNAVAILABLE)
        request = UpstreamRequest(
            method, self._url_of(target), [(b"host", self._authority), *headers], body, self._timing(within)
        )
        try:
            async with asyncio.timeout(within):
                response = await self.transport.handle_async_request(request)
        except (httpx.TransportError, TimeoutError, OSError) as error:
            if not (isinstance(body, BodyStream) and body.refused):  # else the caller failed, not the service
                self.breaker.failed()
            raise _failure(error) from error
        self.breaker.succeeded()
        return response

    def _url_of(self, target: str) -> httpx.URL:
        return self._url(target) if len(target) <= LONGEST_REMEMBERED else self._parsed(target)

    def _parsed(self, target: str) -> httpx.URL:
        return httpx.URL(self._base_url + target)

    def _timing(self, within: float) -> dict[str, dict[str, float]]:
        known = self._extensions.get(within)
        if known is None:
            timing = {"connect": CONNECT_SECONDS, "read": within, "write": within, "pool": POOL_SECONDS}
            known = self._extensions[within] = {"timeout": timing}
        return known


def _failure(error: Exception) -> UpstreamFailed:
    cause = error.__cause__
    if isinstance(cause, aiohttp.ClientConnectorError) or isinstance(error, httpx.ConnectError):
        return UpstreamFailed(UNAVAILABLE)
    if isinstance(cause, aiohttp.ServerDisconnectedError | aiohttp.ClientOSError):
        return UpstreamFailed(BAD_GATEWAY, disconnected=True)
    if isinstance(error, httpx.ConnectTimeout | httpx.PoolTimeout):
        return UpstreamFailed(UNAVAILABLE)
    if isinstance(error, httpx.TimeoutException | TimeoutError):
        return UpstreamFailed(TOO_SLOW)
    return UpstreamFailed(BAD_GATEWAY)


class Upstreams:
    """All services by name."""

    def __init__(self, settings: GatewaySettings, transport: httpx.AsyncBaseTransport | None) -> None:
        """`transport` reaches all services; None opens network connections of its own to each service."""
        self._owns_transports = transport is None
        self._by_name = {
            name: Upstream(
                name,
                settings.upstream_url(name),
                transport or network_transport(settings, settings.upstream_url(name)),
            )
            for name in SERVICES
        }

    def __getitem__(self, name: str) -> Upstream:
        return self._by_name[name]

    @property
    def all(self) -> list[Upstream]:
        """Every service."""
        return list(self._by_name.values())

    async def aclose(self) -> None:
        """Close the connections that this object opened."""
        if self._owns_transports:
            for upstream in self.all:
                await upstream.transport.aclose()


def network_transport(settings: GatewaySettings, url: str) -> AiohttpTransport:
    """A pool of kept-alive connections to one service, without cookies and without decoding bodies."""

    def session() -> aiohttp.ClientSession:
        return aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(
                limit=settings.upstream_connections, keepalive_timeout=settings.upstream_keepalive_seconds
            ),
            cookie_jar=aiohttp.DummyCookieJar(),
            skip_auto_headers=("User-Agent", "Accept", "Accept-Encoding", "Content-Type"),
            auto_decompress=False,
        )

    return AiohttpTransport(client=session, verify=_ssl_context(url.startswith("https:")))


@lru_cache(2)
def _ssl_context(needed: bool) -> ssl.SSLContext:
    """The TLS context. Reading the certificate authorities is slow, so only https upstreams load them."""
    return httpx.create_ssl_context() if needed else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
