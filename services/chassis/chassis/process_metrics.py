"""What one process uses of its machine: memory, processor time and files; how late its event loop is, and
what time it takes for now."""

import asyncio
import time
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Final

from prometheus_client import CollectorRegistry, Gauge, Histogram, Metric, ProcessCollector
from prometheus_client.registry import Collector

LAG_SECONDS: Final = 1.0
"""How often the event loop is asked how late it is. A request that comes in between waits as long."""
LAGS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)


class _OfService(Collector):
    """The metrics of a process under the name of the service that runs in it."""

    def __init__(self, service: str) -> None:
        self._service = service
        self._process = ProcessCollector(registry=None)

    def collect(self) -> Iterable[Metric]:
        """Read them: nothing is measured before somebody asks."""
        for family in self._process.collect():
            family.samples = [
                sample._replace(labels={**sample.labels, "service": self._service})
                for sample in family.samples
            ]
            yield family


class ProcessMetrics:
    """The metrics of one process, in the registry of the part that runs in it."""

    def __init__(self, service: str, registry: CollectorRegistry) -> None:
        registry.register(_OfService(service))
        lag = Histogram(
            "openhours_event_loop_lag_seconds",
            "How late the event loop is, asked once a second.",
            ("service",),
            registry=registry,
            buckets=LAGS,
        )
        self._lag = lag.labels(service)
        clock = Gauge(
            "openhours_clock_seconds",
            "What the process takes for now, in seconds since 1970.",
            ("service",),
            registry=registry,
        )
        clock.labels(service).set_function(time.time)

    @asynccontextmanager
    async def watching_loop(self, *, read: bool) -> AsyncGenerator[None]:
        """Ask the event loop how late it is while the context is open; not when nobody can `read` it."""
        if not read:
            yield
            return
        watching = asyncio.create_task(self._watch_loop(), name="lag of the event loop")
        try:
            yield
        finally:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching

    async def _watch_loop(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_SECONDS
            await asyncio.sleep(LAG_SECONDS)
            self._lag.observe(max(0.0, loop.time() - due))
