"""What the gateway tells of its work: counters, and a log of what was slow, failed or drawn by lot."""

import logging
import random
from typing import Final

import structlog
from chassis.metrics import SECONDS
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from gateway.settings import GatewaySettings

log = structlog.get_logger()

SERVICE: Final = "gateway"
NOT_LOGGED: Final = "/health/"


class Telemetry:
    """Counters, named as those of the services are, and the access log of one gateway process."""

    def __init__(self, settings: GatewaySettings) -> None:
        self._settings = settings
        self._registry = registry = CollectorRegistry()
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
        self._sockets = Gauge("openhours_sockets", "Sockets connected.", registry=registry)
        self._shown = Counter(
            "openhours_events_shown", "Events that reached a room of sockets.", ["key"], registry=registry
        )
        self._shown_seconds = Histogram(
            "openhours_event_to_socket_seconds",
            "From commit to the socket.",
            registry=registry,
            buckets=SECONDS,
        )
        self._counting: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    def answered(self, method: str, route: str, status: int, seconds: float, request_id: bytes) -> None:
        """A request was answered. `route` is a name of the table, never what a caller wrote."""
        counter, histogram = self._counters(method, route, status)
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

    def _counters(self, method: str, route: str, status: int) -> tuple[Counter, Histogram]:
        """The counters of these labels, found once."""
        key = (method, route, status)
        known = self._counting.get(key)
        if known is None:
            known = self._counting[key] = (
                self._requests.labels(SERVICE, method, route, str(status)),
                self._seconds.labels(SERVICE, route),
            )
        return known

    def sockets(self, count: int) -> None:
        """So many sockets are connected."""
        self._sockets.set(count)

    def shown(self, key: str, seconds: float) -> None:
        """An event was handed to a room, `seconds` after it was committed."""
        self._shown.labels(key).inc()
        self._shown_seconds.observe(max(0.0, seconds))

    def exposition(self) -> bytes:
        """Everything rate_limit_address, in Prometheus's text format."""
        return generate_latest(self._registry)
