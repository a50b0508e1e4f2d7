"""Metrics for Prometheus. Each service has a registry of its own, so that five can share one process."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

import structlog
from fastapi import FastAPI
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chassis.process_metrics import ProcessMetrics
from chassis.readiness import Readiness
from chassis.version import VERSION

SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
AGES: Final = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900)
"""Bounds for what waits: seconds while all is well, minutes after an outage."""
NO_ROUTE: Final = "(none)"
OTHER: Final = "(other)"
"""Stands for every value of a label that a caller could invent."""
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

MEASURED_WITHIN: Final = 0.5
"""Seconds that a reader of the metrics waits for what is measured only now. Prometheus gives up after one
(`scrape_timeout`), and would get nothing while a database is away, when it is needed most."""

log = structlog.get_logger()


def tell_version(registry: CollectorRegistry, service: str) -> None:
    """Say in the metrics which version runs."""
    told = Gauge("openhours_build_info", "The version that runs.", ("service", "version"), registry=registry)
    told.labels(service, VERSION).set(1)


def method_label(method: str) -> str:
    """The label of an HTTP method. Callers may invent methods (RFC 9110, section 9.1), which share one."""
    return method if method in METHODS else OTHER


class ReadinessGauges:
    """Whether a process can serve, and whether each thing that it needs or uses is there (1) or away (0)."""

    def __init__(self, service: str, registry: CollectorRegistry) -> None:
        self._service = service
        self._ready = Gauge("openhours_ready", "Can serve.", ("service",), registry=registry)
        self._there = Gauge(
            "openhours_dependency_up",
            "What the process needs or uses is there.",
            ("service", "dependency"),
            registry=registry,
        )

    def set(self, found: Readiness) -> None:
        """Record what was found."""
        self._ready.labels(self._service).set(found.ready)
        for name, is_there in {**found.uses, **found.needs}.items():
            self._there.labels(self._service, name).set(is_there)


class Metrics:
    """The counters of one service. Label values are names from the code, never from users: else a stranger
    fills the memory with series."""

    def __init__(self, service: str) -> None:
        self.registry: Final = CollectorRegistry()
        registry = self.registry
        self.measures: Final[list[Callable[[], Awaitable[None]]]] = []
        """Each asks a store for what is only known when somebody looks; added by the part of the service that
        can."""
        self.looks: Final[list[Callable[[], None]]] = []
        """The same for what the process knows itself."""
        self._measuring: asyncio.Task[None] | None = None
        self.service: Final = service
        self._service = service
        self.process: Final = ProcessMetrics(service, registry)

        def counter(name: str, text: str, *labels: str) -> Counter:
            return Counter(name, text, ("service", *labels), registry=registry)

        def gauge(name: str, text: str, *labels: str) -> Gauge:
            made = Gauge(name, text, ("service", *labels), registry=registry)
            if not labels:
                made.labels(service)
            return made

        def histogram(name: str, text: str, *labels: str, buckets: tuple[float, ...] = SECONDS) -> Histogram:
            return Histogram(name, text, ("service", *labels), registry=registry, buckets=buckets)

        tell_version(registry, service)
        self._requests = counter("openhours_http_requests", "Requests answered.", "method", "route", "status")
        self._request_seconds = histogram("openhours_http_request_seconds", "Time to answer.", "route")
        # Looking a series up by its labels costs more than incrementing it.
        self._request_series: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}
        self._outbox_rows = gauge("openhours_outbox_rows", "Events committed and not yet published.")
        self._outbox_age = gauge("openhours_outbox_oldest_seconds", "Age of the oldest of them.")
        self._published = counter("openhours_events_published", "Events confirmed by the bus.", "key")
        self._unpublished = counter("openhours_events_publish_failures", "Attempts that failed.", "key")
        self._unroutable = counter(
            "openhours_events_unroutable", "Events that no queue took; they stay in the outbox.", "key"
        )
        self._published_again = counter(
            "openhours_events_published_again", "Events that a broker had lost, handed to it once more."
        )
        self._published_again.labels(service)
        self._retold = counter(
            "openhours_events_retold", "Events confirmed by the bus that one service asked for again.", "key"
        )
        self._dead_letters = gauge("openhours_dead_letters", "Events that the service could not handle.")
        self._queued = gauge(
            "openhours_queue_events", "Events that wait in the service's queue of the broker."
        )
        self._publish_seconds = histogram("openhours_event_publish_seconds", "From commit to confirmation.")
        self._handled = counter("openhours_events_handled", "Deliveries by how they ended.", "key", "outcome")
        self._handling_seconds = histogram(
            "openhours_event_handling_seconds", "Time to handle a delivery, its commit included.", "key"
        )
        self._handling_series: dict[str, Histogram] = {}
        self._event_age = histogram(
            "openhours_event_age_seconds", "From what happened to its effect here.", buckets=AGES
        ).labels(service)
        self._refused = counter(
            "openhours_rights_refused", "Calls without the right to them, by why.", "route", "reason"
        )
        self._table_rows = gauge("openhours_table_rows", "Rows of a table, estimated.", "table", "pruned")
        self._table_dead = gauge("openhours_table_dead_rows", "Rows that vacuum has not removed.", "table")
        self._table_bytes = gauge("openhours_table_bytes", "Bytes of a table with its indexes.", "table")
        self.readiness: Final = ReadinessGauges(service, registry)
        self._timeouts = counter(
            "openhours_database_timeouts", "Statements given up, by whose time was over.", "kind"
        )
        self._runs = counter("openhours_job_runs", "Runs of jobs by how they ended.", "job", "outcome")
        self._job_done = Gauge(
            "openhours_job_last_done_timestamp_seconds",
            "When this process last did a job.",
            ("service", "job"),
            registry=registry,
        )

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answered request of `route` (its template)."""
        method = method_label(method)
        series = self._request_series.get((method, route, status))
        if series is None:
            requests = self._requests.labels(self._service, method, route, str(status))
            series = requests, self._request_seconds.labels(self._service, route)
            self._request_series[method, route, status] = series
        requests, request_seconds = series
        requests.inc()
        request_seconds.observe(seconds)

    def right_refused(self, route: str, reason: str) -> None:
        """Count a call of `route` (its template) that was refused for this reason."""
        self._refused.labels(self._service, route, reason).inc()

    def database_timed_out(self, kind: str) -> None:
        """Count a statement that was given up, by the kind of `db.errors.timeout_of`."""
        self._timeouts.labels(self._service, kind).inc()

    def outbox(self, rows: int, oldest_seconds: float) -> None:
        """Set the number of events that wait to be published, and the age of the oldest."""
        self._outbox_rows.labels(self._service).set(rows)
        self._outbox_age.labels(self._service).set(oldest_seconds)

    def expect_events(self, keys: Iterable[str]) -> None:
        """Begin to count the events with these keys, of which each has its series from now on: whoever looks
        for an increase sees none in a series that begins with its first event."""
        for key in keys:
            for counted in (self._published, self._unpublished, self._unroutable):
                counted.labels(self._service, key)

    def published(self, key: str, seconds: float, *, retold: bool = False) -> None:
        """Count an event that the bus confirmed `seconds` after it was emitted; `retold` is no news."""
        (self._retold if retold else self._published).labels(self._service, key).inc()
        self._publish_seconds.labels(self._service).observe(seconds)

    def publish_failed(self, key: str) -> None:
        """Count an event that the bus did not confirm; the relay tries again."""
        self._unpublished.labels(self._service, key).inc()

    def unroutable(self, key: str) -> None:
        """Count an event that no queue took."""
        self._unroutable.labels(self._service, key).inc()

    def published_again(self, events: int) -> None:
        """Count events that go to the bus once more, because it lost them."""
        self._published_again.labels(self._service).inc(events)

    def dead_letters(self, letters: int) -> None:
        """Set the number of dead letters that wait for somebody to look at them."""
        self._dead_letters.labels(self._service).set(letters)

    def queued(self, events: int) -> None:
        """Set the number of events that wait in the service's queue of the broker."""
        self._queued.labels(self._service).set(events)

    def handled(self, key: str, outcome: str) -> None:
        """Count a delivery by its outcome: taken, duplicate, unknown, failed or dead_lettered."""
        self._handled.labels(self._service, key, outcome).inc()

    def handling_took(self, key: str, seconds: float) -> None:
        """Record how long the handling of a delivery took, alone or together with others."""
        series = self._handling_series.get(key)
        if series is None:
            series = self._handling_series[key] = self._handling_seconds.labels(self._service, key)
        series.observe(seconds)

    def took_effect(self, age_seconds: float) -> None:
        """Record how old an event was when it took effect."""
        self._event_age.observe(max(0.0, age_seconds))

    def ran(self, job: str, outcome: str) -> None:
        """Count a job's run by its outcome: done, elsewhere (another process runs it) or failed."""
        self._runs.labels(self._service, job, outcome).inc()
        if outcome == "done":
            self._job_done.labels(self._service, job).set_to_current_time()

    def table(self, name: str, *, rows: int, dead: int, size: int, pruned: bool) -> None:
        """Set the size of a table: rows, dead ones besides, bytes. Whether a job prunes it."""
        self._table_rows.labels(self._service, name, "yes" if pruned else "no").set(rows)
        self._table_dead.labels(self._service, name).set(dead)
        self._table_bytes.labels(self._service, name).set(size)

    async def measured(self) -> None:
        """Measure what is measured for a reader. Where that fails, the last values stay.

        So they do where it takes longer than `MEASURED_WITHIN`: it goes on, one after the other, so that it
        holds one connection at most, and is not begun again meanwhile.
        """
        for look in self.looks:
            look()
        if self._measuring is None or self._measuring.done():
            self._measuring = asyncio.create_task(self._measure(), name="measures")
        await asyncio.wait({self._measuring}, timeout=MEASURED_WITHIN)

    async def _measure(self) -> None:
        for measure in self.measures:
            try:
                await measure()
            except Exception as error:  # the reader gets all the rest
                log.warning("not measured", cause=error, reason=f"{type(error).__name__}: {error}"[:300])

    def exposition(self) -> bytes:
        """All metrics in Prometheus's text format."""
        return generate_latest(self.registry)


class CountRequests:
    """Counts and times each request under its route's template."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status = 500
        began = time.perf_counter()

        async def watch(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, watch)
        finally:
            route: str = getattr(scope.get("route"), "path", NO_ROUTE)
            self.metrics.answered(scope["method"], route, status, time.perf_counter() - began)


def install(app: FastAPI, service: str) -> None:
    """Count the requests of `app`."""
    app.state.metrics = counted = Metrics(service)
    app.add_middleware(CountRequests, metrics=counted)


def of(app: FastAPI) -> Metrics:
    """The metrics of a service, set by `install`."""
    return app.state.metrics
