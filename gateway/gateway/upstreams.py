"""The services behind the gateway, each with its transport, its breaker and what is known of its health."""

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


class UpstreamFailed(Exception):
    """A service gave no answer; `status` is what to tell the caller: 502, 503 or 504."""

    def __init__(self, status: int, *, disconnected: bool = False) -> None:
        super().__init__(status)
        self.status = status
        self.disconnected = disconnected
        """The connection broke before an answer, as a kept-alive one does when a service restarts."""


class Upstream:
    """One service, over whatever transport reaches it."""

    def __init__(self, name: str, base_url: str, transport: httpx.AsyncBaseTransport) -> None:
        self.name: Final = name
        self.breaker: Final = CircuitBreaker()
        self.transport: Final = transport
        self.seen = False
        """Whether it has answered since we started."""
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
        """The head of the service's answer; its stream must be read or closed.

        `headers` are complete but for Host. `within` is the time in seconds until the answer begins.
        Raises `UpstreamFailed`.
        """
        if not self.breaker.allows():
            raise UpstreamFailed(UNAVAILABLE)
        request = UpstreamRequest(
            method, self._url(target), [(b"host", self._authority), *headers], body, self._timing(within)
        )
        try:
            async with asyncio.timeout(within):
                response = await self.transport.handle_async_request(request)
        except (httpx.TransportError, TimeoutError, OSError) as error:
            if not (isinstance(body, BodyStream) and body.refused):  # else it is the caller who failed
                self.breaker.failed()
            raise _failure(error) from error
        self.breaker.succeeded()
        self.seen = True
        return response

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
        """`transport` reaches them all; None: each one over the network, with connections of its own."""
        self._own = transport is None
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
        """Close the connections that we opened."""
        if self._own:
            for upstream in self.all:
                await upstream.transport.aclose()


def network_transport(settings: GatewaySettings, url: str) -> AiohttpTransport:
    """A pool of kept-alive connections to one service: no cookies, nothing decoded on the way."""

    def session() -> aiohttp.ClientSession:
        return aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(
                limit=settings.upstream_connections, keepalive_timeout=settings.upstream_keepalive_seconds
            ),
            cookie_jar=aiohttp.DummyCookieJar(),
            skip_auto_headers=("User-Agent", "Accept", "Accept-Encoding", "Content-Type"),
            auto_decompress=False,
        )

    return AiohttpTransport(client=session, verify=_trust(url.startswith("https:")))


@lru_cache(2)
def _trust(wanted: bool) -> ssl.SSLContext:
    """Whom to believe over TLS. Reading the authorities takes a while, so only where they are wanted."""
    return httpx.create_ssl_context() if wanted else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
