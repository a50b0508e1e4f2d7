"""The gateway's metrics and its access log of slow, failed and sampled requests."""

import logging
import random
from collections.abc import Callable, Mapping
from typing import Final

import structlog
from chassis.errors import Refusal
from chassis.http.refused_rights import RefusedRights
from chassis.metrics import OTHER, SECONDS, ReadinessGauges, method_label, tell_version
from chassis.process_metrics import ProcessMetrics
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from gateway.settings import SERVICES, GatewaySettings

log = structlog.get_logger()

SERVICE: Final = "gateway"
NOT_LOGGED: Final = "/health/"


TRANSPORTS: Final = ("websocket", "polling")
ENDS: Final = frozenset(
    {"client disconnect", "server disconnect", "ping timeout", "transport close", "transport error"}
)
"""How Socket.IO says that a socket ended."""


class SocketMetrics:
    """The metrics of the sockets of one gateway process."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._connected = Gauge(
            "openhours_sockets", "Sockets connected.", ("service", "transport"), registry=registry
        )
        self._rooms = Gauge(
            "openhours_socket_rooms", "Rooms with a socket in them.", ("service",), registry=registry
        )
        self._opened = Counter(
            "openhours_sockets_opened", "Sockets that connected.", ("service",), registry=registry
        )
        self._ended = Counter(
            "openhours_sockets_ended", "Sockets that ended, by why.", ("service", "reason"), registry=registry
        )
        self._shown = Counter(
            "openhours_events_shown",
            "Events that reached a room of sockets.",
            ("service", "key"),
            registry=registry,
        )
        self._shown_seconds = Histogram(
            "openhours_event_to_socket_seconds",
            "From commit to the socket.",
            ("service",),
            registry=registry,
            buckets=SECONDS,
        ).labels(SERVICE)
        self.opened: Final = self._opened.labels(SERVICE)

    def note(self, by_transport: Mapping[str, int], rooms: int) -> None:
        """Set how many sockets there are now, and in how many rooms they are."""
        for transport in TRANSPORTS:
            self._connected.labels(SERVICE, transport).set(by_transport.get(transport, 0))
        self._rooms.labels(SERVICE).set(rooms)

    def count_end(self, reason: str) -> None:
        """Count a socket that ended."""
        self._ended.labels(SERVICE, reason if reason in ENDS else OTHER).inc()

    def count_event_shown(self, key: str, seconds: float) -> None:
        """Count an event that was sent to a room, `seconds` after its commit."""
        self._shown.labels(SERVICE, key).inc()
        self._shown_seconds.observe(max(0.0, seconds))


class UpstreamMetrics:
    """The metrics of the gateway's connections to the services."""

    def __init__(self, registry: CollectorRegistry) -> None:
        def gauge(name: str, text: str, *labels: str) -> Gauge:
            return Gauge(name, text, ("service", "upstream", *labels), registry=registry)

        self._connections = gauge(
            "openhours_upstream_connections", "Connections to a service, by use.", "state"
        )
        self._allowed = gauge("openhours_upstream_connections_allowed", "The most connections to a service.")
        self._waiting = gauge(
            "openhours_upstream_waiting", "Requests that wait for a connection to a service."
        )
        self._broken = gauge(
            "openhours_upstream_breaker_open", "1 while calls to a service fail at once, after failures."
        )
        for name in SERVICES:
            self._broken.labels(SERVICE, name)

    def note_pool(self, name: str, in_use: int, idle: int, allowed: int, waiting: int) -> None:
        """Set how the connections to this service are used now."""
        self._connections.labels(SERVICE, name, "in_use").set(in_use)
        self._connections.labels(SERVICE, name, "idle").set(idle)
        self._allowed.labels(SERVICE, name).set(allowed)
        self._waiting.labels(SERVICE, name).set(waiting)

    def note_breaker(self, name: str, *, is_open: bool) -> None:
        """Set whether calls to this service fail at once."""
        self._broken.labels(SERVICE, name).set(is_open)


class Telemetry:
    """The metrics, named like those of the services, and the access log of one gateway process."""

    def __init__(self, settings: GatewaySettings, routes: frozenset[str]) -> None:
        """`routes` are all labels of routes. Others share one, so that no caller adds a series."""
        self._settings = settings
        self._routes = routes
        self.registry: Final = CollectorRegistry()
        registry = self.registry
        tell_version(registry, SERVICE)
        self.process: Final = ProcessMetrics(SERVICE, registry)
        self.sockets: Final = SocketMetrics(registry)
        self.upstreams: Final = UpstreamMetrics(registry)
        self.measures: Final[list[Callable[[], None]]] = []
        """Each measures what is only known when somebody looks."""
        self._requests = Counter(
            "openhours_http_requests",
            "Requests answered.",
            ["service", "method", "route", "status"],
            registry=registry,
        )
        self._seconds = Histogram(
            "openhours_http_request_seconds",
            "Time to answer.",
            ["service", "route"],
            registry=registry,
            buckets=SECONDS,
        )
        self.readiness: Final = ReadinessGauges(SERVICE, registry)
        self._limits_degraded = Gauge(
            "openhours_rate_limits_degraded",
            "Whether this process counts rate limits alone, because their shared store is away.",
            ("service",),
            registry=registry,
        ).labels(SERVICE)
        self._browser_reports = Counter(
            "openhours_browser_reports",
            "What browsers kept from happening by the page's policy.",
            ["service", "directive", "blocked"],
            registry=registry,
        )
        self._refused = Counter(
            "openhours_rights_refused",
            "Calls without the right to them, by why.",
            ["service", "route", "reason"],
            registry=registry,
        )
        self.refused_rights: Final = RefusedRights(SERVICE, self._count_refused_right)
        """What the gateway refuses itself; the services tell of the rest."""
        self._by_labels: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    def count_request(self, method: str, route: str, status: int, seconds: float, request_id: bytes) -> None:
        """Count one answered request under the label of its route."""
        method = method_label(method)
        route = route if route in self._routes else OTHER
        counter, histogram = self._counters_for(method, route, status)
        counter.inc()
        histogram.observe(seconds)
        if route.startswith(NOT_LOGGED):
            return
        failed = status >= 500
        slow = seconds > self._settings.slow_request_seconds
        if failed or slow or random.random() < self._settings.access_log_share:  # noqa: S311 - a sample
            log.log(
                logging.WARNING if failed else logging.INFO,
                "request",
                method=method,
                route=route,
                status=status,
                seconds=round(seconds, 4),
                request_id=request_id.decode("latin-1"),
            )

    def _counters_for(self, method: str, route: str, status: int) -> tuple[Counter, Histogram]:
        """The counters of these labels, cached."""
        key = (method, route, status)
        known = self._by_labels.get(key)
        if known is None:
            known = self._by_labels[key] = (
                self._requests.labels(SERVICE, method, route, str(status)),
                self._seconds.labels(SERVICE, route),
            )
        return known

    def watch_rate_limits(self, degraded: Callable[[], bool]) -> None:
        """Show whether rate limits are counted by this process alone, asked whenever somebody reads it."""
        self._limits_degraded.set_function(degraded)

    def count_browser_report(self, directive: str, blocked: str) -> None:
        """Count one report; both labels come from the closed sets of browser_reports.py."""
        self._browser_reports.labels(SERVICE, directive, blocked).inc()

    def _count_refused_right(self, route: str, reason: Refusal) -> None:
        self._refused.labels(SERVICE, route if route in self._routes else OTHER, reason).inc()

    def exposition(self) -> bytes:
        """All metrics in Prometheus's text format."""
        for measure in self.measures:
            measure()
        return generate_latest(self.registry)
