"""The services behind the gateway, each with its client and circuit breaker."""

from typing import Final, Protocol

import httpx

from gateway.circuit_breaker import CircuitBreaker
from gateway.http_client.in_process import TransportClient
from gateway.http_client.messages import (
    AnswerTooLate,
    Body,
    ClientError,
    Disconnected,
    Headers,
    NotConnected,
    Response,
)
from gateway.http_client.pool import ConnectionPool
from gateway.request_bodies import BodyStream
from gateway.responses import BAD_GATEWAY, TOO_SLOW, UNAVAILABLE
from gateway.settings import SERVICES, GatewaySettings
from gateway.telemetry import UpstreamMetrics

SAFE: Final = frozenset({"GET", "HEAD"})
"""Methods of requests that may be sent twice (RFC 9110, section 9.2.1)."""


class UpstreamFailed(Exception):
    """A service gave no answer; `status` is the HTTP status for the caller: 502, 503 or 504."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Client(Protocol):
    """Sends requests to one service."""

    async def ask(self, method: str, target: str, headers: Headers, body: Body, *, within: float) -> Response:
        """Send a request; returns its answer. Raises ClientError, and what `body` raises."""
        ...

    def end_rested(self) -> None:
        """End the connections that carry nothing."""
        ...

    async def close(self) -> None:
        """End all connections."""
        ...


class Upstream:
    """One service, reached over any client."""

    def __init__(self, name: str, client: Client) -> None:
        self.name: Final = name
        self.breaker: Final = CircuitBreaker()
        self.client: Final = client

    async def send(
        self,
        method: str,
        target: str,
        headers: Headers,
        body: bytes | BodyStream = b"",
        *,
        within: float,
        repeatable: bool = False,
    ) -> Response:
        """Send a request and return its answer. The caller must read or close it, unless it is whole.

        `headers` are complete but for Host. `within` is the time in seconds until the answer must be there,
        or have begun if it is large. A read, and what is `repeatable`, is sent once more when its connection
        broke, as a kept-alive one does when its service restarts. Raises `UpstreamFailed`.
        """
        if not self.breaker.allows():
            raise UpstreamFailed(UNAVAILABLE)
        try:
            try:
                response = await self.client.ask(method, target, headers, body, within=within)
            except Disconnected:
                if not (repeatable or method in SAFE) or isinstance(body, BodyStream):
                    raise
                self.client.end_rested()
                response = await self.client.ask(method, target, headers, body, within=within)
        except (ClientError, OSError) as error:
            if not (isinstance(body, BodyStream) and body.refused):  # else the caller failed, not the service
                self.breaker.failed()
            raise UpstreamFailed(_status_of(error)) from error
        self.breaker.succeeded()
        return response


def _status_of(error: Exception) -> int:
    if isinstance(error, NotConnected):
        return UNAVAILABLE
    return TOO_SLOW if isinstance(error, AnswerTooLate) else BAD_GATEWAY


class Upstreams:
    """All services by name."""

    def __init__(self, settings: GatewaySettings, transport: httpx.AsyncBaseTransport | None) -> None:
        """`transport` reaches all services; None opens network connections of its own to each service."""
        self._by_name = {
            name: Upstream(name, _client(settings, settings.upstream_url(name), transport))
            for name in SERVICES
        }

    def __getitem__(self, name: str) -> Upstream:
        return self._by_name[name]

    @property
    def all(self) -> list[Upstream]:
        """Every service."""
        return list(self._by_name.values())

    def measure(self, counted: UpstreamMetrics) -> None:
        """Update the metrics of the connections."""
        for upstream in self.all:
            counted.note_breaker(upstream.name, is_open=upstream.breaker.open)
            if isinstance(upstream.client, ConnectionPool):
                counted.note_pool(upstream.name, *upstream.client.use)

    async def aclose(self) -> None:
        """Close the connections."""
        for upstream in self.all:
            await upstream.client.close()


def _client(settings: GatewaySettings, url: str, transport: httpx.AsyncBaseTransport | None) -> Client:
    if transport is not None:
        return TransportClient(url, transport)
    # Reading the certificate authorities is slow, so only https loads them.
    return ConnectionPool(
        url,
        connections=settings.upstream_connections,
        keepalive=settings.upstream_keepalive_seconds,
        lifetime=settings.upstream_connection_seconds,
        tls=httpx.create_ssl_context() if url.startswith("https:") else None,
    )
