"""Liveness and readiness of the gateway."""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Final

import orjson
import structlog
from chassis.bus import Bus

from gateway.responses import JSON, BufferedResponse
from gateway.settings import GatewaySettings
from gateway.upstreams import Upstream, UpstreamFailed, Upstreams

log = structlog.get_logger()
PROBE_SECONDS: Final = 2.0
OK: Final = 200


class HealthChecks:
    """Asks the services whether they are ready: periodically until all are, and then when somebody asks."""

    def __init__(self, settings: GatewaySettings, upstreams: Upstreams) -> None:
        self._settings = settings
        self._upstreams = upstreams
        self._ready: dict[str, bool] = {}
        self._was_ready = False
        self._bus: Bus | None = None
        self._asked_at = float("-inf")

    def live(self) -> BufferedResponse:
        """The response of /health/live."""
        return BufferedResponse(200, b'{"live":true}')

    def ready(self) -> BufferedResponse:
        """The response of /health/ready: 200 once all services and the bus were ready at the same time.

        It stays 200 when one service fails later, because calls to the other services still work. Which one
        it is, `checks` tells operators.
        """
        self._was_ready = self._was_ready or all(self._found().values())
        shown = orjson.dumps({"ready": self._was_ready})
        return BufferedResponse(200 if self._was_ready else 503, shown, (JSON,))

    async def checks(self) -> dict[str, bool]:
        """Each service and the bus, and whether it is there now, or was within `health_check_seconds`."""
        if time.monotonic() - self._asked_at >= self._settings.health_check_seconds:
            await self._ask_all()
        return self._found()

    def _found(self) -> dict[str, bool]:
        bus = self._bus is not None and self._bus.connected
        return {"bus": bus, **{name: self._ready.get(name, False) for name in self._names}}

    @property
    def _names(self) -> list[str]:
        return [upstream.name for upstream in self._upstreams.all]

    @asynccontextmanager
    async def watching(self, bus: Bus) -> AsyncGenerator[None]:
        """Ask the services in the background, while this context is open and they were not ready yet."""
        self._bus = bus
        checking = asyncio.create_task(self._until_ready(), name="health of the services")
        try:
            yield
        finally:
            checking.cancel()
            with suppress(asyncio.CancelledError):
                await checking

    async def _until_ready(self) -> None:
        while True:
            await self._ask_all()
            self._was_ready = self._was_ready or all(self._found().values())
            if self._was_ready:
                return
            await asyncio.sleep(self._settings.health_check_seconds)

    async def _ask_all(self) -> None:
        self._asked_at = time.monotonic()
        results = await asyncio.gather(*(self._is_ready(upstream) for upstream in self._upstreams.all))
        for upstream, ready in zip(self._upstreams.all, results, strict=True):
            if self._ready.get(upstream.name) is not ready:
                log.info("service", service=upstream.name, ready=ready)
            self._ready[upstream.name] = ready

    async def _is_ready(self, upstream: Upstream) -> bool:
        try:
            response = await upstream.send("GET", "/health/ready", [], within=PROBE_SECONDS)
        except UpstreamFailed:
            return False
        response.close()
        return response.status == OK
