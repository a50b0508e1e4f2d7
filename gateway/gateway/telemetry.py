"""The gateway's metrics and its access log of slow, failed and sampled requests."""

import logging
import random
from collections.abc import Callable
from typing import Final

import structlog
from chassis.errors import Refusal
from chassis.http.refused_rights import RefusedRights
from chassis.metrics import OTHER, SECONDS, ReadinessGauges, method_label, tell_version
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from gateway.settings import GatewaySettings

log = structlog.get_logger()

SERVICE: Final = "gateway"
NOT_LOGGED: Final = "/health/"


class Telemetry:
    """The metrics, named like those of the services, and the access log of one gateway process."""

    def __init__(self, settings: GatewaySettings, routes: frozenset[str]) -> None:
        """`routes` are all labels of routes. Others share one, so that no caller adds a series."""
        self._settings = settings
        self._routes = routes
        self._registry = registry = CollectorRegistry()
        tell_version(registry, SERVICE)
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
        self._sockets = Gauge("openhours_sockets", "Sockets connected.", registry=registry)
        self._limits_degraded = Gauge(
            "openhours_rate_limits_degraded",
            "Whether this process counts rate limits alone, because their shared store is away.",
            registry=registry,
        )
        self._shown = Counter(
            "openhours_events_shown", "Events that reached a room of sockets.", ["key"], registry=registry
        )
        self._shown_seconds = Histogram(
            "openhours_event_to_socket_seconds",
            "From commit to the socket.",
            registry=registry,
            buckets=SECONDS,
        )
        self._browser_reports = Counter(
            "openhours_browser_reports",
            "What browsers kept from happening by the page's policy.",
            ["directive", "blocked"],
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

    def set_sockets(self, count: int) -> None:
        """Record how many sockets are connected."""
        self._sockets.set(count)

    def watch_rate_limits(self, degraded: Callable[[], bool]) -> None:
        """Show whether rate limits are counted by this process alone, asked whenever somebody reads it."""
        self._limits_degraded.set_function(degraded)

    def count_event_shown(self, key: str, seconds: float) -> None:
        """Count an event that was sent to a room, `seconds` after its commit."""
        self._shown.labels(key).inc()
        self._shown_seconds.observe(max(0.0, seconds))

    def count_browser_report(self, directive: str, blocked: str) -> None:
        """Count one report; both labels come from the closed sets of browser_reports.py."""
        self._browser_reports.labels(directive, blocked).inc()

    def _count_refused_right(self, route: str, reason: Refusal) -> None:
        self._refused.labels(SERVICE, route if route in self._routes else OTHER, reason).inc()

    def exposition(self) -> bytes:
        """All metrics in Prometheus's text format."""
        return generate_latest(self._registry)
